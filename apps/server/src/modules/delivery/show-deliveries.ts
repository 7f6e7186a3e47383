import { sql } from 'kysely'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** Counting stops at this number of messages in a state. */
const MANY = 100_000

/** Adds a metric with the number of unfinished messages in each state. They are counted when the metrics are read. */
export function showDeliveries(deps: { db: Db; metrics: Metrics }): void {
  const count = (where: ReturnType<typeof sql>) => sql`(select count(*)::int from (
    select from delivery d join receiver r on r.id = d.receiver_id where ${where} limit ${MANY}) as counted)`
  deps.metrics.gauge({
    name: 'deliveries',
    help: 'Messages to receivers that are not through: waiting, retrying, given-up',
    labels: ['state'],
    async collect(gauge) {
      const found = await inSystem(deps.db, (tx) =>
        sql<Record<string, number>>`
          select ${count(sql`d.state = 'pending' and d.attempts = 0 and r.failing_since is null`)} as waiting,
            ${count(sql`d.state = 'pending' and (d.attempts > 0 or r.failing_since is not null)`)} as retrying,
            ${count(sql`d.state = 'dead'`)} as "given-up"`.execute(tx),
      ).catch(() => undefined)
      gauge.reset()
      for (const [state, n] of Object.entries(found?.rows[0] ?? {})) gauge.set({ state }, n)
    },
  })
}
