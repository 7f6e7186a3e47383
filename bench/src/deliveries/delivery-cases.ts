import { dateOf, dayNumber, type Grants } from '@winnow/domain'
import { fits, type DeliveryFilter } from '@winnow/server/src/modules/delivery/list-deliveries.ts'
import { selectReceivers } from '@winnow/server/src/modules/delivery/receiver-queries.ts'
import { resendAll } from '@winnow/server/src/modules/delivery/resend-deliveries.ts'
import { listBreaches } from '@winnow/server/src/modules/response-times/list-breaches.ts'
import { countOverdue, readGroups, readTotal } from '@winnow/server/src/modules/response-times/read-times.ts'
import type { Asked } from '@winnow/server/src/modules/response-times/sum-figures.ts'
import { newKeyRing } from '@winnow/server/src/platform/crypto/key-ring.ts'
import { inTenant, type Db, type Tx } from '@winnow/server/src/platform/db/transaction.ts'
import { sql, type RawBuilder } from 'kysely'

/** A question to the database, as a screen asks it, or as somebody would ask without the product. */
export interface Case {
  name: string
  run: (db: Db) => Promise<unknown>
  /** How often it is run; fewer for what takes seconds. */
  times?: number
}

export interface Ids {
  company: string
  client: string
  site: string
  busy: string
  quiet: string
  alarm: string
}

const DAYS = 30
const PAGE = { page: 1, limit: 20 }

function daysUntil(now: Date): Asked['days'] {
  const till = now.toISOString().slice(0, 10)
  return { since: dateOf((dayNumber(till) ?? 0) - DAYS), till }
}

/** Who asks: somebody who sees the company, or one client of ten. */
const all: Grants = { all: true, permission: 'write' }
const ofClient = (client: string): Grants => ({
  all: false,
  projects: new Map([[client, 'read']]),
  sites: new Map(),
  views: new Map(),
})

/** The response times of a month, and what did not keep its goal. */
export function responseCases({ company, client, site, busy }: Ids): Case[] {
  const now = new Date()
  const companyWide: Asked = { companyId: company, grants: all, days: daysUntil(now) }
  const asked: [string, Asked][] = [
    ['company', companyWide],
    ['user of a client', { ...companyWide, grants: ofClient(client) }],
    ['site', { ...companyWide, siteId: site }],
    ['busiest receiver', { ...companyWide, receiverId: busy }],
  ]
  const read = (name: string, work: (tx: Tx) => Promise<unknown>): Case => ({
    name,
    run: (db) => inTenant(db, company, work),
  })
  return asked.flatMap(([who, of]) => [
    read(`${who}: response times, sum`, (tx) => readTotal(tx, of)),
    ...(['day', 'site', 'receiver'] as const).map((by) =>
      read(`${who}: response times by ${by}`, (tx) => readGroups(tx, of, by, PAGE)),
    ),
    read(`${who}: number of overdue messages`, (tx) => countOverdue(tx, of, now)),
    ...(['ended', 'waiting'] as const).map((which) =>
      read(`${who}: breaches, ${which}`, (tx) => listBreaches(tx, of, { ...PAGE, which, now })),
    ),
    read(`${who}: breaches, ended, page 100`, (tx) =>
      listBreaches(tx, of, { page: 100, limit: 20, which: 'ended', now }),
    ),
  ])
}

class TakenBack extends Error {}

/** Sends messages again and takes it back. Where there are many, the items of the job are read as they would be stored. */
async function resend(db: Db, company: string, receiverId: string, filter: DeliveryFilter): Promise<void> {
  const work = inTenant(db, company, async (tx) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the resend uses of a handler
    const starting = { tx, companyId: company, now: new Date(), audit: async () => {}, afterCommit: () => {} } as never
    const startJob = async (_: unknown, __: unknown, options: { items: RawBuilder<unknown> }) => {
      await sql`select count(*) from (${options.items}) items`.execute(tx)
      return { job: { statQueued: 0 } }
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in place of the table of jobs
    await resendAll({ startJob: startJob as never, onDelivery: () => {} }, starting, {
      receiverId,
      where: fits(filter),
    })
    throw new TakenBack()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
}

/** Sending again by a filter, with its number first; the cards of receivers; the messages about one alarm. */
export function sendingCases({ company, site, busy, quiet, alarm }: Ids): Case[] {
  const keys = newKeyRing()
  const again = (name: string, receiverId: string, filter: DeliveryFilter): Case => ({
    name: `send again: ${name}`,
    run: (db) => resend(db, company, receiverId, filter),
  })
  return [
    again('all that the busiest receiver did not get', busy, { state: 'given-up' }),
    { ...again('all that the busiest receiver got', busy, { state: 'sent' }), times: 5 },
    again('all that the quietest receiver did not get', quiet, { state: 'given-up' }),
    again('what the busiest receiver got of one alarm', busy, { state: 'all', search: alarm }),
    {
      name: 'receivers of a site, with what waits and what was given up',
      run: (db) => inTenant(db, company, (tx) => selectReceivers(tx, keys, company, { siteId: site })),
    },
  ]
}

/** What the same takes without sums and without limits. */
export function rawCases({ company, busy, alarm }: Ids): Case[] {
  const { since, till } = daysUntil(new Date())
  const raw = (name: string, query: RawBuilder<unknown>, times?: number): Case => ({
    name: `raw: ${name}`,
    run: (db) => inTenant(db, company, (tx) => query.execute(tx)),
    ...(times === undefined ? {} : { times }),
  })
  return [
    raw('messages about one alarm', sql`select * from delivery where alarm_id = ${alarm}`),
    raw(
      'number given up for the busiest receiver',
      sql`select count(*) from delivery where receiver_id = ${busy} and state = 'dead'`,
    ),
    raw(
      'number sent to the busiest receiver',
      sql`select count(*) from delivery where receiver_id = ${busy} and state = 'delivered'`,
    ),
    raw(
      'response times of the company, message by message',
      sql`select goal_day, count(*) filter (where acknowledged_at is not null and breach is null), count(*),
        percentile_cont(array[0.5, 0.95]) within group (order by acknowledged_at - received_at)
        from delivery where company_id = ${company} and goal_day between ${since}::date and ${till}::date group by 1`,
      2,
    ),
  ]
}
