import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlarmAnalysis, AnalysisJob } from '@winnow/vision'
import { analyseAll } from '../../../test/analyse-all.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { cameraMail, sendBySmtp } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp, type Running } from '../../roles.ts'
import { releaseOverdue } from '../analysis/index.ts'
import { lockView } from './intake-view.ts'
import { openUnread } from './open-unread.ts'

const still = (mark: string) => Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(mark)])
const shows = (job: AnalysisJob, mark: string) => job.media.some(({ bytes }) => Buffer.from(bytes).includes(mark))
/** Detects a person in pictures marked with one. */
const look = (job: AnalysisJob): AlarmAnalysis => analysisOf(shows(job, 'person') ? 'true' : 'false', job)

let now = new Date()
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
let answer: (job: AnalysisJob) => AlarmAnalysis | Promise<AlarmAnalysis>
let server: TestServer
let smtp: Running
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>

const programStart = now

beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => now },
    pool: scriptedPool((job) => answer(job)),
    settings: { WINNOW_MAIL_DOMAIN: 'alarms.example' },
  })
  smtp = await startSmtp(server.container)
  tenant = await createTenant(server.database.runtime)
})
beforeEach(async () => {
  answer = look
  later(3600)
  camera = await createCamera(server.database.runtime, tenant.companyId)
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('view').set({ merge_window_seconds: 60 }).where('id', '=', camera.viewId).execute(),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})

const signals = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('signal')
      .select([
        'id',
        'state',
        'lease_until as until',
        'raw_key as rawKey',
        'alarm_id as alarmId',
        'duplicate_of as duplicateOf',
      ])
      .where('view_id', '=', camera.viewId)
      .orderBy('id')
      .execute(),
  )
const alarms = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('alarm')
      .select(['id', 'verdict', 'frame_count as frames', 'event', 'signal_count as signals', 'problems', 'reasons'])
      .where('view_id', '=', camera.viewId)
      .orderBy('id')
      .execute(),
  )
/** Makes the store fail for some of the messages. */
function failStore(isFailing: (key: string) => boolean = () => true): void {
  const { media } = server.container.deps
  vi.restoreAllMocks()
  const get = media.get.bind(media)
  vi.spyOn(media, 'get').mockImplementation((key, ...more) =>
    isFailing(key) ? Promise.reject(new Error('EIO')) : get(key, ...more),
  )
  vi.spyOn(media, 'check').mockRejectedValue(new Error('EIO'))
}
async function mail(mark: string, more: { text?: string; id?: string } = {}): Promise<string> {
  const message = cameraMail({ picture: still(mark), ...more })
  const known = (await signals()).length
  const codes = await sendBySmtp(server.container.ports.smtp, { to: `${camera.addressToken}@alarms.example`, message })
  expect(codes.at(-1)).toBe(250)
  const added = (await signals()).slice(known)
  expect(added).toHaveLength(1)
  return added[0]?.id ?? ''
}
const stateOf = async (id: string) => (await signals()).find((signal) => signal.id === id)
const isRead = async (id: string) => (await stateOf(id))?.state === 'parsed'
/** Waits until the signal is not locked. The postponement is logged before it is written. */
const putOff = (id: string) =>
  until('the signal to be put off', async () => {
    const lease = (await stateOf(id))?.until
    const isLogged = server.logLines.some((line) => line.includes('stays stored') && line.includes(id))
    // One attempt locks it for longer than the postponement after a first failure.
    return isLogged && lease instanceof Date && lease.getTime() - now.getTime() < 20_000
  })
async function tryAgain(seconds: number): Promise<void> {
  later(seconds)
  await server.container.deps.pump.sweep()
  await openUnread(server.container.deps, now.getTime() - programStart.getTime())
}
/**
 * Makes the store work again and reads a message. The clock is not advanced, because the lease of the analysis would expire.
 */
async function readNow(id: string): Promise<void> {
  vi.restoreAllMocks()
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('signal').set({ lease_until: null }).where('id', '=', id).execute(),
  )
  server.container.deps.pump.push(id)
  await until('the message to be read', () => isRead(id))
}
const release = () => releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })
/**
 * Opens alarms for late messages, as if this many seconds had passed. By the server's clock no message is late, so the server's pump does
 * not interfere.
 */
async function openAfter(seconds: number, runs = 3600): Promise<void> {
  const at = new Date(now.getTime() + seconds * 1000)
  await openUnread({ ...server.container.deps, clock: { now: () => at } }, runs * 1000)
}
const analyse = () => analyseAll(server)
/** Creates an alarm that was passed on unread and whose message is still unreadable, with another message of its burst that was read. */
async function joinUnread(first: string, second: string): Promise<{ unread: string }> {
  failStore()
  const unread = await mail(first)
  await putOff(unread)
  const key = (await stateOf(unread))?.rawKey
  await tryAgain(16)
  await until('the alarm', async () => (await alarms()).length === 1)
  await release()
  expect(await alarms()).toMatchObject([{ verdict: 'unverified', frames: 0 }])
  failStore((asked) => asked === key)
  const read = await mail(second)
  await until('the second to be read', () => isRead(read))
  expect(await alarms()).toMatchObject([{ frames: 1 }])
  return { unread }
}

describe('an alarm that was opened before its message was read', () => {
  it('is analysed again if that message is read during the analysis of pictures that joined it', async () => {
    const { unread } = await joinUnread('person', 'empty')
    answer = async (job) => {
      if (job.media.length === 1) {
        await readNow(unread)
      }
      return look(job)
    }
    await analyse()
    expect(await alarms()).toMatchObject([{ verdict: 'true', frames: 2, signals: 2 }])
  })

  it('stays unverified while its message is unread, even if its other pictures are empty, and may be filtered afterwards', async () => {
    const { unread } = await joinUnread('empty', 'empty too')
    await analyse()
    expect(await alarms()).toMatchObject([
      {
        verdict: 'unverified',
        frames: 1,
        reasons: [{ code: 'decode-failed', params: { count: 1 } }, expect.anything()],
      },
    ])
    await readNow(unread)
    await analyse()
    expect(await alarms()).toMatchObject([{ verdict: 'false', frames: 2, event: 'Motion Detected' }])
  })

  it('keeps the verdict of its other pictures permanently', async () => {
    const { unread } = await joinUnread('empty', 'person')
    await analyse()
    expect(await alarms()).toMatchObject([{ verdict: 'true' }])
    answer = (job) => analysisOf('false', job)
    await readNow(unread)
    await analyse()
    expect(await alarms()).toMatchObject([{ verdict: 'true', frames: 2 }])
  })

  it('stays unverified, with the reason, after the last attempt to read its message', async () => {
    const { unread } = await joinUnread('empty', 'empty too')
    await analyse()
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('signal').set({ attempts: 10 }).where('id', '=', unread).execute(),
    )
    await readNow(unread)
    await analyse()
    expect(await alarms()).toMatchObject([{ verdict: 'unverified', frames: 1, problems: [{ code: 'unread' }] }])
  })
})

describe('messages that arrive while the store is down', () => {
  it('become one alarm if they are a burst, with the text of the first and the pictures of all', async () => {
    failStore()
    const ids = []
    for (const text of ['EVENT TYPE: Line Crossing', 'EVENT TYPE: Motion Detected', 'EVENT TYPE: Motion Detected']) {
      ids.push(await mail(`empty ${ids.length}`, { text }))
      later(1)
    }
    for (const id of ids) await putOff(id)
    await openAfter(16)
    later(16)
    await release()
    expect(await alarms()).toMatchObject([{ verdict: 'unverified', signals: 0 }])
    for (const id of ids.toReversed()) await readNow(id)
    await analyse()
    expect(await alarms()).toMatchObject([{ verdict: 'false', signals: 3, frames: 3, event: 'Line Crossing' }])
  })

  it('do not add their pictures twice when they are sent again', async () => {
    failStore()
    const first = await mail('empty', { id: 'same-8f3a21' })
    later(1)
    const second = await mail('empty', { id: 'same-8f3a21' })
    for (const id of [first, second]) await putOff(id)
    await openAfter(16)
    await readNow(first)
    await readNow(second)
    await analyse()
    const [alarm, ...others] = await alarms()
    expect(others).toEqual([])
    expect(alarm).toMatchObject({ verdict: 'false', frames: 1 })
    expect(await stateOf(second)).toMatchObject({ alarmId: alarm?.id, duplicateOf: first })
  })
})

describe('the time after which an unread message is passed on', () => {
  /** Creates a message that waits for memory. */
  async function waiting(): Promise<{ id: string; begin: () => void }> {
    const room = Promise.withResolvers<undefined>()
    vi.spyOn(server.container.deps.readingMemory, 'enter').mockReturnValue(room.promise)
    return { id: await mail('empty'), begin: () => room.resolve(undefined) }
  }

  it.each([
    ['has not passed before 50 seconds after receipt', 49, 3600, 0],
    ['has not passed while the process has been able to read for less than 50 seconds', 3600, 49, 0],
    ['has passed after 50 seconds, within the minute of the deadline', 51, 51, 1],
  ])('%s', async (_what, waits, runs, count) => {
    const { id, begin } = await waiting()
    await openAfter(waits, runs)
    expect(await alarms()).toHaveLength(count)
    begin()
    await until('the message to be read', () => isRead(id))
    expect(await alarms()).toMatchObject([{ frames: 1 }])
  })

  it('does not pass while the message is being read, unless reading takes too long', async () => {
    const { id, begin } = await waiting()
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('signal')
        .set({ attempts: 1, lease_until: new Date(now.getTime() + 620_000) })
        .where('id', '=', id)
        .execute(),
    )
    await openAfter(600)
    expect(await alarms()).toEqual([])
    await openAfter(621)
    expect(await alarms()).toHaveLength(1)
    begin()
  })
})

it('alarms of unreadable messages are opened together; a camera of which a message is being filed gets its alarm later', async () => {
  failStore()
  const [first, second] = [await mail('empty'), await mail('empty')]
  const other = camera
  camera = await createCamera(server.database.runtime, tenant.companyId)
  const third = await mail('empty')
  await putOff(third)
  const alarmOf = async (id: string) =>
    inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('signal').select('alarm_id').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  await inSystem(server.database.runtime, async (tx) => {
    await lockView(tx, other.viewId)
    await openAfter(16)
    expect(await alarmOf(first)).toEqual({ alarm_id: null })
  })
  expect(await alarmOf(third)).not.toEqual({ alarm_id: null })
  await openAfter(16)
  expect(await alarmOf(first)).not.toEqual({ alarm_id: null })
  expect(await alarmOf(second)).toEqual(await alarmOf(first))
})
