import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { cameraMail, sendBySmtp } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { startSmtp, type Running } from '../../roles.ts'
import { releaseOverdue } from '../analysis/index.ts'
import { openUnread } from './open-unread.ts'

const DAY = 86_400
const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex')
let now = new Date()
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
let server: TestServer
let smtp: Running
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>

beforeAll(async () => {
  server = await startTestServer({
    // Without a ticker, messages are read when a test asks for it, and not every two seconds of real time.
    ticker: { every: () => () => undefined },
    clock: { now: () => now },
    pool: scriptedPool((job) => analysisOf('false', job)),
    settings: { WINNOW_MAIL_DOMAIN: 'alarms.example' },
  })
  smtp = await startSmtp(server.container)
  tenant = await createTenant(server.database.runtime)
})
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})

const release = () => releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })
const alarms = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('alarm')
      .select(['id', 'verdict', 'deadline_at as deadlineAt', 'signal_count as signals'])
      .where('view_id', '=', camera.viewId)
      .orderBy('id')
      .execute(),
  )
const unread = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('signal')
      .select(['id', 'lease_until as until'])
      .where('view_id', '=', camera.viewId)
      .where('state', '=', 'stored')
      .execute(),
  )
async function mail(): Promise<void> {
  const to = `${camera.addressToken}@alarms.example`
  const message = cameraMail({ picture: JPEG, id: newId() })
  const codes = await sendBySmtp(server.container.ports.smtp, { to, message })
  expect(codes.at(-1)).toBe(250)
}
const read = (count: number) => until('the messages to be read', async () => (await alarms()).length === count)
/** Leaves an unread message, as if the process had died before or during reading it. */
async function leaveUnread({ begun = false } = {}): Promise<void> {
  const enter = vi.spyOn(server.container.deps.readingMemory, 'enter').mockRejectedValue(new Error('the process dies'))
  await mail()
  await until('the process to die', async () => enter.mock.calls.length > 0)
  vi.restoreAllMocks()
  if (begun)
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('signal')
        .set({ attempts: 1, lease_until: new Date(now.getTime() + 20_000) })
        .where('view_id', '=', camera.viewId)
        .execute(),
    )
}

describe('when the clock is set back by a day', () => {
  it.each([
    ['that nobody had begun to read', false],
    ['that a process died over', true],
  ])('a message %s is read at once, and analysed within a deadline from now', async (_what, begun) => {
    await leaveUnread({ begun })
    later(-DAY)
    await server.container.deps.pump.sweep()
    const [alarm] = await alarms()
    expect(alarm).toMatchObject({ verdict: null, deadlineAt: new Date(now.getTime() + 15_000) })
    expect(await release()).toBe(0)
    await analyseAll(server)
    expect(await alarms()).toMatchObject([{ verdict: 'false' }])
  })

  it('an unreadable message is passed on, and an alarm that waited for its analysis is passed on too', async () => {
    await mail()
    await read(1)
    await leaveUnread()
    later(-DAY)
    await openUnread(server.container.deps, 3_600_000)
    expect(await alarms()).toHaveLength(2)
    // The alarm that was just opened has a deadline that is counted from now.
    expect(await release()).toBe(1)
    later(16)
    expect(await release()).toBe(1)
    expect((await alarms()).map(({ verdict }) => verdict)).toEqual(['unverified', 'unverified'])
  })

  it('messages of one event still share one alarm', async () => {
    // Creates an alarm in the future, as before the clock was set back. Its id sorts after the ids of all new alarms.
    const receivedAt = new Date(now.getTime() + 30 * DAY * 1000)
    await createAlarm(server.database.runtime, { companyId: tenant.companyId, ...camera }, { receivedAt })
    await mail()
    await read(2)
    later(2)
    await mail()
    await until('the last message to be read', async () => (await unread()).length === 0)
    expect((await alarms()).map(({ signals }) => signals).toSorted((a, b) => a - b)).toEqual([1, 2])
  })
})

describe('when the clock is set forward by a day', () => {
  it('a message that is being read is filed once; its alarm is passed on now and corrected later', async () => {
    await leaveUnread({ begun: true })
    later(DAY)
    await Promise.all([server.container.deps.pump.sweep(), openUnread(server.container.deps, 3_600_000)])
    await until('the message to be read', async () => (await unread()).length === 0)
    await release()
    expect(await alarms()).toMatchObject([{ verdict: 'unverified', signals: 1 }])
    await analyseAll(server)
    expect(await alarms()).toMatchObject([{ verdict: 'false', signals: 1 }])
  })
})
