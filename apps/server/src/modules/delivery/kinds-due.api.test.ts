import { afterAll, beforeEach, expect, it } from 'vitest'
import { DELIVERIES_HELD } from '../../platform/backup/hold-deliveries.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { after, now, ROOM, startDueDeliveries } from './due-deliveries.fixture.ts'
import { kindsDue } from './kinds-due.ts'

const { database, tenant, createReceiver, createDue, deleteAll } = await startDueDeliveries()
beforeEach(deleteAll)
afterAll(() => database.close())

const due = async (at = now) => (await kindsDue(database.runtime, at)).toSorted((a, b) => (a < b ? -1 : 1))

it('only kinds with a due message are claimed, each named once', async () => {
  await createDue(await createReceiver(), 3, after(-60))
  await createDue(await createReceiver(), 1, after(-1))
  await createDue(await createReceiver(undefined, 'email'), 2, after(0))
  await createDue(await createReceiver(undefined, 'mqtt'), 2, after(1))
  await createDue(await createReceiver(undefined, 'syslog'), 2, after(-1), {
    ...tenant,
    more: { state: 'delivered', next_at: null },
  })
  expect(await due()).toEqual(['email', 'webhook'])
  expect(await due(after(2))).toEqual(['email', 'mqtt', 'webhook'])
})

it('a kind that this version does not know is named too', async () => {
  const receiver = await createReceiver()
  await inSystem(database.runtime, (tx) =>
    tx.updateTable('receiver').set({ kind: 'pigeon' }).where('id', '=', receiver).execute(),
  )
  await createDue(receiver, 1, after(-1))
  expect(await due()).toEqual(['pigeon'])
})

it('nothing is due while all due messages are being sent, until their lease runs out', async () => {
  await createDue(await createReceiver(), 1, after(-60))
  expect(await claimDeliveries(database.runtime, ROOM, now)).toHaveLength(1)
  expect(await due()).toEqual([])
  expect(await due(after(61))).toEqual(['webhook'])
})

it('nothing is due while messages are held', async () => {
  await createDue(await createReceiver(), 1, after(-60))
  const held = { key: DELIVERIES_HELD, value: JSON.stringify(now) }
  await inSystem(database.runtime, (tx) => tx.insertInto('system_setting').values(held).execute())
  expect(await due()).toEqual([])
  await inSystem(database.runtime, (tx) => tx.deleteFrom('system_setting').where('key', '=', DELIVERIES_HELD).execute())
  expect(await due()).toEqual(['webhook'])
})
