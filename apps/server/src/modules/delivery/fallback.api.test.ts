import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { findingsOf } from '../../../test/findings.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { decideAlarm } from '../alarms/index.ts'
import { createDeliverySite, createNeighbour, startDeliveryWorld, type DeliverySite } from './delivery.fixture.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { receiverMailJobs } from './tell-of-receiver.ts'
import { lookAtFallbacks } from './watch-fallbacks.ts'

const world = await startDeliveryWorld()
const { clock, server, call } = world
const db = server.database.runtime
let site: DeliverySite
let primary: string
let backup: string
beforeEach(async () => {
  site = await createDeliverySite(world)
  clock.advance(3_600_000)
  ;({ id: primary } = await site.createWebhook('/primary'))
  ;({ id: backup } = await site.createWebhook('/backup'))
})
afterEach(() => site.close())
afterAll(() => server.close())

const FALLBACK = { backupId: null, afterFailures: 2, afterSeconds: 60, escalateTo: [] }
const setFallback = (id: string, changes: object) =>
  call('PUT', `/v1/receiver/${id}/fallback`, { ...FALLBACK, ...changes })
const look = () => lookAtFallbacks(server.container.deps, clock.now())
const arrived = (path: string) =>
  site.sink.requests
    .filter((request) => request.path === path)
    .map((request) => JSON.parse(request.body.toString()).data.id)
/** The primary fails, the back-up answers. */
const breakPrimary = (status = 500) =>
  site.sink.answer((request) => ({ status: request.path === '/primary' ? status : 200 }))
const failed = (times: number) =>
  site.settled(primary, `${times} failures`, ([newest]) => (newest?.attempts ?? 0) >= times)

describe('a back-up', () => {
  it('gets nothing while its receiver works, and after so many failures all that waits and all that follows', async () => {
    expect((await setFallback(primary, { backupId: backup })).status).toBe(200)
    site.runDispatcher()
    const before = await site.decided('true')
    await site.settled(primary, 'the first', ([row]) => row?.state === 'sent')
    breakPrimary()
    const during = await site.decided('true')
    await failed(1)
    await look()
    expect(await site.deliveries(backup)).toEqual([])
    clock.advance(30_000)
    await failed(2)
    await look()
    await site.settled(backup, 'what waited', ([row]) => row?.state === 'sent')
    const after = await site.decided('unverified')
    await site.settled(
      backup,
      'what followed',
      (rows) => rows.length === 2 && rows.every(({ state }) => state === 'sent'),
    )
    expect(new Set(arrived('/backup'))).toEqual(new Set([during, after]))
    expect((await site.receiver(primary)).downSince).not.toBeNull()
    expect(arrived('/backup')).not.toContain(before)
  })

  it('stands down when its receiver works again, which then gets everything; both get corrections', async () => {
    await setFallback(primary, { backupId: backup, afterFailures: 1 })
    breakPrimary()
    const dispatcher = site.runDispatcher()
    const during = await site.decided('unverified')
    await failed(1)
    await look()
    await site.settled(backup, 'what waited', ([row]) => row?.state === 'sent')
    site.sink.answer({ status: 200 })
    clock.advance(120_000)
    dispatcher.wake()
    await site.settled(primary, 'what it missed', ([row]) => row?.state === 'sent')
    await look()
    expect(await site.receiver(primary)).toMatchObject({ downSince: null })
    // The consoles hear of both: when it fell, and when it works again.
    const { rows: told } = await inSystem(db, (tx) =>
      sql<{ receiver: string }>`
        select payload ->> 'receiverId' as receiver from live_event where type = 'receiver.changed'`.execute(tx),
    )
    expect(told.filter(({ receiver }) => receiver === primary)).toHaveLength(2)
    const after = await site.decided('true')
    await site.decide(during, 'true')
    await site.settled(primary, 'all', (rows) => rows.length === 3 && rows.every(({ state }) => state === 'sent'))
    await site.settled(
      backup,
      'the correction',
      (rows) => rows.length === 2 && rows.every(({ state }) => state === 'sent'),
    )
    expect(arrived('/backup')).toEqual([during, during])
    expect(arrived('/primary')).toContain(after)
  })

  it('takes over at once where the receiver asked never to be called again', async () => {
    await setFallback(primary, { backupId: backup })
    breakPrimary(410)
    site.runDispatcher()
    const lost = await site.decided('true')
    await site.settled(primary, 'the end', ([row]) => row?.state === 'given-up')
    await look()
    await site.settled(backup, 'the alarm', ([row]) => row?.state === 'sent')
    expect(arrived('/backup')).toEqual([lost])
  })

  it('takes over after the seconds, with a failure that is only one', async () => {
    await setFallback(primary, { backupId: backup, afterFailures: 20, afterSeconds: 60 })
    breakPrimary()
    site.runDispatcher()
    await site.decided('true')
    await failed(1)
    await look()
    expect(await site.deliveries(backup)).toEqual([])
    clock.advance(61_000)
    await look()
    expect(await site.deliveries(backup)).toHaveLength(1)
  })
})

describe('a back-up misses nothing', () => {
  it('that was given up since its receiver began to fail, however long ago', async () => {
    expect((await setFallback(primary, { backupId: backup, afterFailures: 20, afterSeconds: 600 })).status).toBe(200)
    breakPrimary()
    const dispatcher = site.runDispatcher()
    const lost = await site.decided('true')
    await failed(1)
    await dispatcher.stop()
    const givenUp = { state: 'dead', finished_at: clock.now(), next_at: null } as const
    await inSystem(db, (tx) => tx.updateTable('delivery').set(givenUp).where('alarm_id', '=', lost).execute())
    clock.advance(601_000)
    await look()
    expect(await alarmsOf(backup)).toEqual([lost])
  })

  it('that is decided while its receiver falls; no receiver is locked while a verdict is waited for', async () => {
    await setFallback(primary, { backupId: backup, afterFailures: 1 })
    await inSystem(db, (tx) =>
      tx.updateTable('receiver').set({ failures: 1, failing_since: clock.now() }).where('id', '=', primary).execute(),
    )
    const late = await site.createWaiting()
    let looking = Promise.resolve()
    await inSystem(db, async (tx) => {
      await decideAlarm(tx, late, findingsOf('true'), planDeliveries, clock.now())
      let isOver = false
      looking = look().finally(() => (isOver = true))
      await until('the wait for the verdict', async () => isOver || (await waiters()) > 0)
      await inSystem(db, (other) =>
        sql`select from receiver where id = ${primary} for no key update nowait`.execute(other),
      )
    })
    await looking
    expect(await alarmsOf(backup)).toEqual([late])
  })
})

const alarmsOf = (receiverId: string) =>
  inSystem(db, async (tx) => {
    const rows = await tx.selectFrom('delivery').select('alarm_id').where('receiver_id', '=', receiverId).execute()
    return rows.map(({ alarm_id: id }) => id)
  })
/** How many wait for a lock that a program takes by name, in this database. */
const waiters = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
    server.database.owner,
  )
  return rows[0]?.n ?? 0
}

/** The mails that wait to be sent to people about the primary receiver. */
async function mails(): Promise<{ to: string; works: boolean }[]> {
  const { rows } = await sql<{ payload: { to: string; works: boolean } }>`
      select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'delivery.mail-person' and j.payload ->> 'receiverId' = ${primary} order by j.id`.execute(
    server.database.owner,
  )
  return rows.map(({ payload }) => payload)
}

describe('people', () => {
  it('are told once when nothing works, and once when it works again', async () => {
    await setFallback(primary, {
      backupId: backup,
      afterFailures: 1,
      escalateTo: ['Duty@Example.com', 'duty@example.com'],
    })
    site.sink.answer({ status: 500 })
    const dispatcher = site.runDispatcher()
    await site.decided('true')
    await failed(1)
    await look()
    // The back-up has not failed yet.
    expect(await mails()).toEqual([])
    await site.settled(backup, 'its failure', (rows) => rows.some(({ attempts }) => attempts > 0))
    await look()
    await look()
    expect(await mails()).toMatchObject([{ to: 'duty@example.com', works: false }])
    expect((await site.receiver(primary)).escalatedAt).not.toBeNull()
    site.sink.answer({ status: 200 })
    clock.advance(120_000)
    dispatcher.wake()
    await site.settled(primary, 'the alarm', ([row]) => row?.state === 'sent')
    await look()
    await look()
    expect(await mails()).toMatchObject([{ works: false }, { works: true }])
  })
})

it('the mails name receiver and site, and nobody’s name is a link in them', async () => {
  await call('PUT', `/v1/receiver/${primary}`, { kind: 'webhook', name: 'https://evil.example' })
  const sent: { to: string; subject: string; text: string }[] = []
  const send = async (mail: (typeof sent)[number]) => {
    sent.push(mail)
    return { ok: true as const, via: 'smtp' as const, status: 250 }
  }
  const [job] = receiverMailJobs({ ...server.container.deps, mailer: { ...server.container.deps.mailer, send } })
  const payload = {
    companyId: world.tenant.companyId,
    receiverId: primary,
    to: 'duty@example.com',
    at: '2027-02-01T12:00:00Z',
  }
  for (const works of [false, true])
    // oxlint-disable-next-line no-await-in-loop -- one mail after the other
    await job?.run(
      { ...payload, works },
      { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log: server.container.deps.log },
    )
  expect(sent.map(({ to }) => to)).toEqual(['duty@example.com', 'duty@example.com'])
  expect(sent[0]?.text).toContain('no back-up of it works')
  expect(sent[1]?.text).toContain('has worked again since')
  expect(sent.every(({ text, subject }) => !`${subject} ${text}`.includes('https://evil'))).toBe(true)
})

describe('a fallback', () => {
  it('ends with its back-up, so that the receiver can stand in for another one', async () => {
    const { id: third } = await site.createWebhook('/third')
    await setFallback(primary, { backupId: backup })
    expect((await setFallback(third, { backupId: primary })).status).toBe(400)
    expect((await call('DELETE', `/v1/receiver/${backup}`)).status).toBe(200)
    expect((await site.receiver(primary)).fallback).toMatchObject({ backupId: null })
    expect((await setFallback(third, { backupId: primary })).status).toBe(200)
  })

  it.each([
    ['the receiver itself', () => primary],
    [
      'a receiver of another site',
      async () => {
        const other = await createDeliverySite(world)
        onTestFinished(() => other.close())
        return (await other.createWebhook()).id
      },
    ],
  ])('cannot be %s', async (_what, other) => {
    const { status, body } = await setFallback(primary, { backupId: await other() })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('backupId')])
  })

  it('of another company is not found, and chains are refused', async () => {
    const neighbour = await createNeighbour(server)
    expect((await neighbour.call('PUT', `/v1/receiver/${primary}/fallback`, FALLBACK)).status).toBe(404)
    const { id: third } = await site.createWebhook('/third')
    expect((await setFallback(primary, { backupId: backup })).status).toBe(200)
    expect((await setFallback(backup, { backupId: third })).status).toBe(400)
    expect((await setFallback(third, { backupId: primary })).status).toBe(400)
    expect((await setFallback(third, { backupId: backup })).status).toBe(200)
    expect((await setFallback(third, { escalateTo: ['nobody'] })).status).toBe(400)
  })
})
