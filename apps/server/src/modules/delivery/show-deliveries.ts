import { RECEIVERS } from '@winnow/contract'
import { sql } from 'kysely'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** Counting stops at this number of messages in a state. */
const MANY = 100_000

/** Adds a metric with the number of unfinished messages in each state. They are counted when the metrics are read. */
export function showDeliveries(deps: { db: Db; metrics: Metrics }): void {
  const count = (state: string, where: ReturnType<typeof sql>) => sql`(
    select ${state}::text as state, kind, count(*)::int as n from (
      select r.kind from delivery d join receiver r on r.id = d.receiver_id where ${where} limit ${MANY}) as counted group by kind)`
  deps.metrics.gauge({
    name: 'deliveries',
    help: 'Messages to receivers that are not through, by the kind of receiver: waiting, retrying, given-up',
    labels: ['state', 'kind'],
    async collect(gauge) {
      const found = await inSystem(deps.db, (tx) =>
        sql<{ state: string; kind: string; n: number }>`
          ${count('waiting', sql`d.state = 'pending' and d.attempts = 0 and r.failing_since is null`)} union all
          ${count('retrying', sql`d.state = 'pending' and (d.attempts > 0 or r.failing_since is not null)`)} union all
          ${count('given-up', sql`d.state = 'dead'`)}`.execute(tx),
      ).catch(() => undefined)
      gauge.reset()
      if (!found) return
      // A kind without messages has the value 0, so that an alert on its rise works from the first message on.
      for (const state of ['waiting', 'retrying', 'given-up'])
        for (const { id: kind } of RECEIVERS) gauge.set({ state, kind }, 0)
      for (const { state, kind, n } of found.rows) gauge.set({ state, kind }, n)
    },
  })
}
