// The synthetic alarm through the real listener, reading, decision, outbox and dispatcher; each of them stopped makes it fail.
import { createFakeClock } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { DELIVERIES_HELD } from '../../platform/backup/hold-deliveries.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp, startWorker, type Running } from '../../roles.ts'
import { releaseOverdue } from '../analysis/index.ts'
import { noteArrival } from './note-arrival.ts'
import { findRun, missingSince } from './run-state.ts'
import { lookAtSynthetic, noticePause, type Watch, type WatchDeps } from './watch-synthetic.ts'

const clock = createFakeClock(new Date())
let isWedged = false
let free = Promise.withResolvers<void>()
const pool = scriptedPool(async (job) => {
  if (isWedged) await free.promise
  return analysisOf('false', job)
})
const mails: { to: string; subject: string }[] = []
let server: TestServer
let tenant: Tenant
let root: LoggedIn
let running: Running[] = []
let watch: Watch

beforeAll(async () => {
  server = await startTestServer({ clock, pool })
  tenant = await createTenant(server.database.runtime)
  root = await createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType: 'SUPER_USER' })
})
beforeEach(async () => {
  isWedged = false
  mails.length = 0
  clock.advance(3_600_000)
  watch = { since: clock.now(), isSaid: false }
  server.container.deps.synthetic.watch = watch
  running = [await startSmtp(server.container)]
  // As after a start. What an earlier test left under way may arrive, and must not count.
  const asNew = {
    sent_at: null,
    arrived_at: null,
    missing_since: null,
    refusal: null,
    told_at: null,
    telling_until: null,
  }
  await inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('synthetic_alarm')
      .set({ ...asNew, next_at: clock.now() })
      .execute(),
  )
})
afterEach(async () => {
  vi.restoreAllMocks()
  free.resolve()
  free = Promise.withResolvers<void>()
  await Promise.all(running.map((part) => part.stop()))
})
afterAll(() => server.close())

const deps = (): WatchDeps => ({
  ...server.container.deps,
  everyMs: 300_000,
  operatorMail: 'operator@example.com',
  mailer: {
    ...server.container.deps.mailer,
    send: async ({ to, subject }) => {
      mails.push({ to, subject })
      return { ok: true, via: 'smtp', status: 250 }
    },
  },
  route: () => ({
    smtp: { host: '127.0.0.1', port: server.container.ports.smtp },
    mailDomain: server.container.env.mailDomain,
  }),
})
const look = (seen = watch) => lookAtSynthetic(deps(), seen)
/** A look of a process that sends none. */
const lookOnly = (seen = watch) => lookAtSynthetic({ ...deps(), route: () => undefined }, seen)
/** All processes start anew. */
function restart(): void {
  watch = { since: clock.now(), isSaid: false }
  server.container.deps.synthetic.watch = watch
}
const run = () => inSystem(server.database.runtime, findRun)
const arrived = () => until('the arrival', async () => ((await run())?.arrivedAt ?? null) !== null)
const isMissing = () => server.container.deps.alarmMissing()
/** Starts the work of a worker.  @param without a part that is stopped at once */
async function work(without?: string): Promise<void> {
  const parts = startWorker(server.container)
  running.push(...parts.filter(({ name }) => name !== without))
  await parts.find(({ name }) => name === without)?.stop()
}
/** Lets the first run be due, and sends it.  @param others processes that look at the same time */
async function send(others: readonly Watch[] = []): Promise<void> {
  clock.advance(300_000)
  await Promise.all([watch, ...others].map((each) => look(each)))
  expect((await run())?.sentAt).toEqual(clock.now())
}
/** Everything that says that it is missing. */
async function told() {
  // The last look at the health of this process may be two seconds old.
  const ready = await server.app.inject('/readyz')
  const metrics = await server.app.inject('/metrics')
  const home = async (who: LoggedIn) => (await callApi(server, who, 'GET', '/v1/home')).body.attention.service
  return {
    ready: { code: ready.statusCode, first: ready.json().reasons[0], status: ready.json().status },
    metric: /winnow_unwell\{reason="alarm-missing",class="degraded"\} (\d)/.exec(metrics.body)?.[1],
    root: (await home(root)).map(({ reason }: { reason: string }) => reason),
    others: (await home(tenant.admin)).map(({ reason }: { reason: string }) => reason),
  }
}
const expectLoud = async () => {
  expect(await isMissing()).toBe(true)
  await look()
  expect(mails).toEqual([{ to: 'operator@example.com', subject: expect.stringContaining('did not arrive') }])
  // On a busy machine a look at the health can take longer than it may, and says less then.
  const {
    ready,
    metric,
    root: seen,
    others,
  } = await until('all that tells of it', async () => {
    const now = await told()
    return now.ready.first?.includes('synthetic') && now.metric === '1' && now.root[0] === 'alarm-missing' && now
  })
  expect(ready).toEqual({
    code: 200,
    status: 'degraded',
    first: expect.stringContaining('the synthetic alarm did not arrive'),
  })
  expect(metric).toBe('1')
  expect(seen[0]).toBe('alarm-missing')
  expect(others).not.toContain('alarm-missing')
}

it('goes from the listener for cameras through everything to its receiver, and is quiet', async () => {
  await work()
  await look()
  expect(await run()).toBeUndefined()
  // Its camera is created with the first one, by one of all processes.
  await send([1, 2, 3].map(() => ({ since: watch.since, isSaid: false })))
  await arrived()
  expect(await isMissing()).toBe(false)
  expect(pool.jobs.at(-1)?.media).toHaveLength(1)
  clock.advance(61_000)
  await look()
  expect(await isMissing()).toBe(false)
  expect(mails).toEqual([])
  // The next one goes after the period, and is another alarm.
  clock.advance(240_000)
  await look()
  await arrived()
  const { rows } = await inSystem(server.database.runtime, (tx) =>
    sql<{
      n: number
      companies: number
    }>`select count(*)::int as n from alarm a join company c on c.id = a.company_id where c.kind = 'installation'`.execute(
      tx,
    ),
  )
  expect(rows[0]?.n).toBe(2)
})

it('is in no list of companies', async () => {
  await send()
  const { body } = await callApi(server, root, 'GET', '/company')
  expect(body.rows.length).toBeGreaterThan(0)
  expect(body.rows.map(({ name }: { name: string }) => name)).not.toContain('Synthetic alarm')
  expect(body.count).toBe(body.rows.length)
})

it('is missing where the dispatcher has stopped, and it is told once; and once more when it arrives again', async () => {
  await work('delivery')
  await send()
  expect(await isMissing()).toBe(false)
  clock.advance(61_000)
  await expectLoud()
  await look({ since: watch.since, isSaid: false })
  expect(mails).toHaveLength(1)
  // The dispatcher is back: the next run, which follows sooner, arrives.
  await work()
  clock.advance(60_000)
  await look()
  await arrived()
  await look()
  expect(await isMissing()).toBe(false)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('did not arrive'),
    expect.stringContaining('arrives again'),
  ])
})

it('is missing where the analysis hangs, although its alarm is passed on unverified at the deadline', async () => {
  isWedged = true
  await work()
  const before = pool.jobs.length
  await send()
  const sentAt = clock.now()
  await until('the analysis has begun', async () => pool.jobs.length > before)
  clock.advance(20_000)
  await releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })
  const message = await until('the message was sent', () =>
    inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('delivery')
        .select('verdict')
        .where('state', '=', 'delivered')
        .where('received_at', '>=', sentAt)
        .executeTakeFirst(),
    ),
  )
  expect(message.verdict).toBe('unverified')
  clock.advance(41_000)
  await expectLoud()
})

it('is missing where the queue is full, with the reason for which its mail was not taken', async () => {
  vi.spyOn(server.container.deps.pump, 'keepsUp').mockReturnValue(false)
  await work()
  await send()
  expect((await run())?.refusal).toMatch(/451|rate-limited|rejected|try again/i)
  clock.advance(61_000)
  await expectLoud()
})

it('has not arrived where a late alarm of an earlier run does', async () => {
  await send()
  const { runtime } = server.database
  const { sink_token: token } = await inSystem(runtime, (tx) =>
    tx.selectFrom('synthetic_alarm').select('sink_token').executeTakeFirstOrThrow(),
  )
  const sentAt = clock.now()
  const arrive = (receivedAt: Date) => noteArrival(runtime, { token, verdict: 'false', receivedAt }, sentAt)
  expect(await arrive(new Date(sentAt.getTime() - 60_000))).toBeUndefined()
  expect((await run())?.arrivedAt).toBeNull()
  expect(await arrive(sentAt)).toEqual(sentAt)
  expect((await run())?.arrivedAt).toEqual(sentAt)
})

it('is missing where nobody sends it, also from the start', async () => {
  expect(await isMissing()).toBe(false)
  clock.advance(61_000)
  expect(await isMissing()).toBe(true)
  const never = { since: new Date(clock.now().getTime() - 300_000), everyMs: 300_000 }
  expect(missingSince(undefined, never, clock.now())).toBeUndefined()
  clock.advance(61_000)
  expect(missingSince(undefined, never, clock.now())).toBeDefined()
})

it('is sent by one of several processes', async () => {
  clock.advance(300_000)
  const others = [1, 2, 3].map((): Watch => ({ since: watch.since, isSaid: false }))
  await Promise.all(others.map((each) => look(each)))
  await look()
  const signals = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('signal').select('id').where('received_at', '>=', clock.now()).execute(),
  )
  expect(signals).toHaveLength(1)
})

it('stays missing over a start of the process, until one arrives', async () => {
  await work()
  await send()
  await arrived()
  clock.advance(361_000)
  await lookOnly()
  expect(mails).toHaveLength(1)
  restart()
  await lookOnly()
  expect(await isMissing()).toBe(true)
  expect(mails).toHaveLength(1)
  await look()
  await arrived()
  await look()
  expect(await isMissing()).toBe(false)
  expect(mails).toHaveLength(2)
})

it('is sent again after a start, where one was under way when everything was stopped', async () => {
  await send()
  clock.advance(120_000)
  restart()
  await lookOnly()
  expect(await isMissing()).toBe(false)
  const nextAt = (await run())?.nextAt.getTime()
  expect(nextAt).toBeGreaterThan(clock.now().getTime())
  await work()
  await look()
  await arrived()
  await look()
  expect(await isMissing()).toBe(false)
  expect(mails).toEqual([])
})

it('is missing although a process that starts again and again sends it each time', async () => {
  await send()
  for (let starts = 0; starts < 4; starts++) {
    clock.advance(20_000)
    await look({ since: clock.now(), isSaid: false })
  }
  await lookOnly()
  expect(await isMissing()).toBe(true)
})

it('is sent again soon where its mail was not taken, as while the listener starts', async () => {
  const isKept = vi.spyOn(server.container.deps.pump, 'keepsUp').mockReturnValue(false)
  await work()
  await send()
  expect((await run())?.refusal).not.toBeNull()
  isKept.mockRestore()
  clock.advance(15_000)
  await look()
  await arrived()
  expect(mails).toEqual([])
})

it('is told neither missing nor arriving while deliveries are held, nor right after their release', async () => {
  await work()
  await send()
  await arrived()
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('system_setting')
      .values({ key: DELIVERIES_HELD, value: JSON.stringify(clock.now()) })
      .execute(),
  )
  try {
    clock.advance(600_000)
    await look()
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('synthetic_alarm').set({ told_at: clock.now() }).execute(),
    )
    await look()
    expect(mails).toEqual([])
  } finally {
    await inSystem(server.database.runtime, async (tx) => {
      await tx.deleteFrom('system_setting').where('key', '=', DELIVERIES_HELD).execute()
      await tx.updateTable('synthetic_alarm').set({ told_at: null }).execute()
    })
  }
  await lookOnly()
  expect(await isMissing()).toBe(false)
  expect(mails).toEqual([])
})

it('gets its time anew after a pause of the machine, and after its clock was set back', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))
  const since = (endedAt: Date, now: Date) => {
    const seen: Watch = { since: at(100), isSaid: false, endedAt }
    noticePause(seen, now)
    return seen.since
  }
  expect(since(at(200), at(205))).toEqual(at(100))
  expect(since(at(200), at(3_800))).toEqual(at(3_800))
  expect(since(at(200), at(50))).toEqual(at(50))
})

it('keeps its name from nobody', async () => {
  await send()
  const { status } = await callApi(server, root, 'POST', '/company', { name: 'Synthetic alarm' })
  expect(status).toBeLessThan(300)
})
