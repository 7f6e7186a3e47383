import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { claimDeliveries, urgency } from './claim-deliveries.ts'
import { after, now, ROOM, startDueDeliveries } from './due-deliveries.fixture.ts'

const { database, tenant, createReceiver, createDue, deleteAll } = await startDueDeliveries()
beforeEach(deleteAll)
afterAll(() => database.close())

/** Lays a message ready that was made and is due so many seconds before now. The tag comes back in `served`. */
const lay = (receiver: string, secondsAgo: number, tag: string, more: object = {}) =>
  createDue(receiver, 1, after(-secondsAgo), {
    companyId: tenant.companyId,
    more: { created_at: after(-secondsAgo), served: [tag], ...more },
  })

/** Sends what waits for a receiver with one place, message by message. @returns the tags in their order */
async function drain(count: number): Promise<string[]> {
  const tags: string[] = []
  for (let n = 0; n < count; n++) {
    // oxlint-disable-next-line no-await-in-loop -- one message after the other
    const [delivery] = await claimDeliveries(database.runtime, { ...ROOM, perReceiver: 1 }, now)
    if (!delivery) return [...tags, 'none']
    tags.push(...delivery.served)
    // oxlint-disable-next-line no-await-in-loop -- for the same reason
    await inSystem(database.runtime, (tx) =>
      tx.updateTable('delivery').set({ state: 'delivered', lease_until: null }).where('id', '=', delivery.id).execute(),
    )
  }
  return tags
}

it('after an outage the newest true alarm comes first, the backlog behind it, and unverified and filtered ones last', async () => {
  const receiver = await createReceiver()
  await lay(receiver, 900, 'filtered', { verdict: 'false' })
  await lay(receiver, 800, 'unsure', { verdict: 'unverified' })
  await lay(receiver, 700, 'old')
  await lay(receiver, 600, 'middle')
  await lay(receiver, 500, 'taken back', { verdict: 'false', type: 'alarm.corrected' })
  await lay(receiver, 1, 'newest')
  expect(await drain(6)).toEqual(['newest', 'middle', 'old', 'taken back', 'unsure', 'filtered'])
})

it('what a correction corrects comes as early as the correction, which waits for it', async () => {
  const receiver = await createReceiver()
  const corrected = { alarm_id: newId() }
  await lay(receiver, 9, 'filtered', { verdict: 'false' })
  await lay(receiver, 8, 'unsure', { verdict: 'unverified' })
  await lay(receiver, 7, 'corrected', { ...corrected, verdict: 'unverified', alarm_version: 1 })
  await lay(receiver, 6, 'correction', { ...corrected, type: 'alarm.corrected' })
  expect(await drain(4)).toEqual(['corrected', 'correction', 'unsure', 'filtered'])
})

it('without a backlog true alarms come in their order', async () => {
  const receiver = await createReceiver()
  await lay(receiver, 3, 'one')
  await lay(receiver, 2, 'two')
  await lay(receiver, 1, 'three')
  expect(await drain(3)).toEqual(['one', 'two', 'three'])
})

it('one that is not due yet is no newest, and one that is on its way is not claimed twice', async () => {
  const receiver = await createReceiver()
  await lay(receiver, 600, 'old')
  await lay(receiver, 500, 'less old')
  await lay(receiver, -60, 'retried later')
  expect(await drain(3)).toEqual(['less old', 'old', 'none'])
})

it('a true alarm is found behind thousands of unverified ones, whatever their number', async () => {
  const receiver = await createReceiver()
  const more = { verdict: 'unverified', created_at: after(-600) }
  await createDue(receiver, 3000, after(-600), { companyId: tenant.companyId, more })
  await lay(receiver, 1, 'true')
  const { rows } = await inSystem(database.runtime, async (tx) => {
    await sql`analyze delivery`.execute(tx)
    return sql<{ n: string }>`select count(*) as n from delivery where receiver_id = ${receiver}`.execute(tx)
  })
  expect(rows).toEqual([{ n: '3001' }])
  expect(await drain(1)).toEqual(['true'])
  const plan = await inSystem(database.runtime, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<{
      'QUERY PLAN': string
    }>`explain select id from delivery d where receiver_id = ${receiver} and state = 'pending'
      and ${urgency} = 0
      order by next_at, id limit 4`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toContain('delivery_urgency')
})
