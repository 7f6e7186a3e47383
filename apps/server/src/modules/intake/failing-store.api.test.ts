import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { cameraMail, sendBySmtp } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { MediaFullError } from '../../platform/media/media-store.ts'
import { startSmtp, startWorker, type Running } from '../../roles.ts'
import { releaseOverdue } from '../analysis/index.ts'
import { openUnread } from './open-unread.ts'

const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex')
let now = new Date()
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const startedAt = now
let server: TestServer
let smtp: Running
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>

beforeAll(async () => {
  const pool = scriptedPool((job) => analysisOf('true', job))
  server = await startTestServer({
    clock: { now: () => now },
    pool,
    settings: { WINNOW_MAIL_DOMAIN: 'alarms.example' },
  })
  smtp = await startSmtp(server.container)
  tenant = await createTenant(server.database.runtime)
})
beforeEach(async () => {
  later(3600)
  camera = await createCamera(server.database.runtime, tenant.companyId)
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})

const media = () => server.container.deps.media
const signal = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('signal')
      .select(['id', 'state', 'kind', 'attempts', 'lease_until as until', 'alarm_id as alarmId', 'raw_key as rawKey'])
      .where('view_id', '=', camera.viewId)
      .executeTakeFirstOrThrow(),
  )
const alarms = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('alarm')
      .select(['id', 'verdict', 'frame_count as frames', 'event', 'signal_count as signals'])
      .where('view_id', '=', camera.viewId)
      .execute(),
  )
/** An acknowledged mail that could not be read or filed at the first attempt. */
async function mail(): Promise<void> {
  const message = cameraMail({ picture: JPEG, text: 'EVENT TYPE: Line Crossing' })
  const codes = await sendBySmtp(server.container.ports.smtp, { to: `${camera.addressToken}@alarms.example`, message })
  expect(codes.at(-1)).toBe(250)
  await rest()
}
/** Waits until the signal is not locked. The postponement is logged before it is written. */
const rest = () =>
  until('the signal to be put off', async () => {
    const { id, until: lease } = await signal()
    const isPutOff = server.logLines.some((line) => line.includes('stays stored') && line.includes(id))
    // One attempt locks it for longer than the postponement after a first failure.
    return isPutOff && lease !== null && lease.getTime() - now.getTime() < 20_000
  })
async function tryAgain(seconds: number): Promise<void> {
  later(seconds)
  await server.container.deps.pump.sweep()
  await openUnread(server.container.deps, now.getTime() - startedAt.getTime())
}

describe('a failing store', () => {
  const failures: [string, () => void][] = [
    [
      'and cannot be reached',
      () => {
        vi.spyOn(media(), 'get').mockRejectedValue(new Error('EIO'))
        vi.spyOn(media(), 'check').mockRejectedValue(new Error('EIO'))
      },
    ],
    [
      'because the disk is low',
      () => {
        const put = media().put.bind(media())
        vi.spyOn(media(), 'put').mockImplementation((key, ...more) =>
          key.startsWith('media/') ? Promise.reject(new MediaFullError('the disk is low')) : put(key, ...more),
        )
      },
    ],
  ]

  it.each(failures)('%s loses no picture of an acknowledged mail, however many attempts fail', async (_what, fail) => {
    fail()
    await mail()
    for (let attempt = 0; attempt < 3; attempt++) await tryAgain(3)
    expect(await alarms()).toEqual([])
    vi.restoreAllMocks()
    await tryAgain(3)
    expect(await alarms()).toMatchObject([{ frames: 1, event: 'Line Crossing' }])
  })

  it.each(failures)('%s delays no alarm beyond its deadline, and the pictures are added later', async (_what, fail) => {
    fail()
    await mail()
    for (let attempt = 0; attempt < 12; attempt++) await tryAgain(31)
    expect(await signal()).toMatchObject({ state: 'stored', attempts: 0 })
    await releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })
    const [unread] = await alarms()
    expect(await alarms()).toEqual([expect.objectContaining({ verdict: 'unverified', frames: 0, event: null })])
    vi.restoreAllMocks()
    await tryAgain(31)
    expect(await signal()).toMatchObject({ state: 'parsed', kind: 'alarm', alarmId: unread?.id })
    const workers = startWorker(server.container)
    await until('the correction', async () => (await alarms())[0]?.verdict === 'true')
    for (const worker of workers) await worker.stop()
    expect(await alarms()).toMatchObject([{ id: unread?.id, frames: 1, event: 'Line Crossing', signals: 1 }])
  })
})

describe('a database that', () => {
  /** Makes the insert of every picture's row fail with an SQLSTATE. */
  async function refuseFrames(code: string): Promise<void> {
    const { owner } = server.database
    await sql`create or replace function app.refuse() returns trigger language plpgsql as ${sql.lit(
      `begin raise exception 'no' using errcode = '${code}'; end`,
    )}`.execute(owner)
    await sql`create trigger refusing before insert on frame for each row execute function app.refuse()`.execute(owner)
  }
  const relent = () => sql`drop trigger refusing on frame`.execute(server.database.owner)

  it.each([
    ['is out of order', '57P03', 0],
    ['refuses what a message holds', '22021', 1],
  ])('%s (SQLSTATE %s) costs %d counted attempts', async (_what, code, attempts) => {
    await refuseFrames(code)
    try {
      await mail()
    } finally {
      await relent()
    }
    expect(await signal()).toMatchObject({ state: 'stored', attempts })
    await tryAgain(3)
    expect(await alarms()).toMatchObject([{ frames: 1 }])
  })
})

describe('a message that is unreadable for good', () => {
  it('is passed on at its deadline, and stays without pictures after its last attempt', async () => {
    vi.spyOn(media(), 'get').mockRejectedValue(new Error('bad sector'))
    await mail()
    expect(await signal()).toMatchObject({ state: 'stored', attempts: 1 })
    await tryAgain(16)
    // The pump, which polls every two seconds, may open the alarm first.
    await until('the alarm', async () => (await alarms()).length === 1)
    expect(await alarms()).toMatchObject([{ frames: 0 }])
    for (let attempt = 0; attempt < 9; attempt++) await tryAgain(601)
    vi.restoreAllMocks()
    const reading = vi.spyOn(media(), 'get')
    await tryAgain(601)
    expect(await signal()).toMatchObject({ state: 'parsed', kind: 'unparsed', alarmId: (await alarms())[0]?.id })
    expect(reading).not.toHaveBeenCalled()
    expect(await alarms()).toHaveLength(1)
  })
})
