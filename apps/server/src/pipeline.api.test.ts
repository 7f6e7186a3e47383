import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AnalysisCrashed, type AlarmAnalysis, type AnalysisJob } from '@winnow/vision'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../test/factories.ts'
import { analysisOf, scriptedPool } from '../test/scripted-pool.ts'
import { markOf, smallJpeg } from '../test/small-jpeg.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { until } from '../test/until.ts'
import { releaseOverdue } from './modules/analysis/index.ts'
import { inSystem } from './platform/db/transaction.ts'
import { pathOfKey } from './platform/media/media-path.ts'
import { startWorker, type Running } from './roles.ts'

const picture = (mark: string) => smallJpeg({ mark })

let answer: (job: AnalysisJob) => Promise<AlarmAnalysis> | AlarmAnalysis
const pool = scriptedPool((job) => answer(job))
let now = new Date()
const clock = { now: () => now }
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

let server: TestServer
let tenant: Tenant
let camera: { viewId: string; siteId: string; projectId: string }
let workers: Running[] = []

beforeAll(async () => {
  server = await startTestServer({ clock, pool })
  tenant = await createTenant(server.database.runtime)
})
beforeEach(async () => {
  answer = (job) => analysisOf('true', job)
  camera = await createCamera(server.database.runtime, tenant.companyId)
  later(3600)
})
afterAll(async () => {
  await stopWorkers()
  await server.close()
})

const runWorkers = async () => {
  workers = startWorker(server.container)
}
const stopWorkers = async () => {
  for (const worker of workers) await worker.stop()
  workers = []
}

async function send(mark: string, headers: Record<string, string> = {}) {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${camera.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg', ...headers },
    payload: picture(mark),
  })
  return {
    status: reply.statusCode,
    ...reply.json<{ signalId: string; alarmId: string; duplicateOf: string | null }>(),
  }
}

const getAlarm = async (id: string) =>
  (await server.app.inject({ url: `/api/alarm/${id}`, headers: { cookie: tenant.admin.cookie } })).json()

const decided = (id: string) =>
  until(`a verdict on ${id}`, async () => {
    const alarm = await getAlarm(id)
    return alarm.verdict !== null && alarm
  })

const release = () => releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })

const home = async () =>
  (await server.app.inject({ url: '/api/v1/home', headers: { cookie: tenant.admin.cookie } })).json()

describe('an alarm by HTTP', () => {
  it('is stored, analysed, decided and shown with its reasons', async () => {
    const sent = await send('one')
    expect(sent).toMatchObject({ status: 200, duplicateOf: null })
    await runWorkers()
    const alarm = await decided(sent.alarmId)
    expect(alarm).toMatchObject({
      verdict: 'true',
      classes: ['person'],
      reasons: [{ code: 'person-detected' }],
      frameCount: 1,
      timezone: 'Europe/Madrid',
    })
    expect(alarm.frames[0]).toMatchObject({ width: 640, height: 480 })
    const image = await server.app.inject({ url: alarm.frames[0].url, headers: { cookie: tenant.admin.cookie } })
    expect(image.rawPayload.equals(picture('one'))).toBe(true)
    expect(image.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-cache' })
    await stopWorkers()
  })

  it('is counted once on Home, and moves from waiting to its verdict', async () => {
    const before = await home()
    const sent = await send('counted')
    expect((await home()).waiting).toBe(before.waiting + 1)
    answer = (job) => analysisOf('false', job)
    await runWorkers()
    await decided(sent.alarmId)
    const after = await home()
    expect(after.received).toBe(before.received + 1)
    expect(after.filtered).toBe(before.filtered + 1)
    expect(after.waiting).toBe(before.waiting)
    await stopWorkers()
  })

  it('with a repeated idempotency key is stored as a duplicate of the first', async () => {
    const first = await send('again', { 'idempotency-key': 'k-1' })
    later(600)
    const second = await send('again', { 'idempotency-key': 'k-1' })
    expect(second).toMatchObject({ duplicateOf: first.signalId, alarmId: first.alarmId })
    expect(second.signalId).not.toBe(first.signalId)
  })

  it('with a short key that a gateway reuses is a separate alarm', async () => {
    const first = await send('before the restart', { 'idempotency-key': '1' })
    later(600)
    const second = await send('after the restart', { 'idempotency-key': '1' })
    expect(second.duplicateOf).toBeNull()
    expect(second.alarmId).not.toBe(first.alarmId)
  })

  it('joins the alarm of the same burst, and begins a new alarm after the window', async () => {
    const first = await send('burst 1')
    later(5)
    expect((await send('burst 2')).alarmId).toBe(first.alarmId)
    later(11)
    expect((await send('burst 3')).alarmId).not.toBe(first.alarmId)
    expect(await getAlarm(first.alarmId)).toMatchObject({ signalCount: 2, frameCount: 2 })
  })

  it('is analysed again with all its pictures when another signal joins, and a true alarm stays true', async () => {
    const first = await send('rise 1')
    await runWorkers()
    expect(await decided(first.alarmId)).toMatchObject({ verdict: 'true' })
    answer = (job) => analysisOf('false', job)
    later(2)
    await send('rise 2')
    await until('the second look', async () => pool.jobs.at(-1)?.media.length === 2)
    const alarm = await until('both signals counted', async () => {
      const seen = await getAlarm(first.alarmId)
      return seen.frames[1]?.width === 640 && seen
    })
    expect(alarm.verdict).toBe('true')
    await stopWorkers()
  })

  it.each([
    ['no camera of that id', '00000000-0000-7000-8000-000000000000', 404],
    ['an id that is none', 'nonsense', 400],
  ])('for %s is refused', async (_what, view, status) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/v1/ingest/alarm?view=${view}`,
      headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
      payload: picture('x'),
    })
    expect(reply.statusCode).toBe(status)
  })

  it('of a type that contains no pictures is refused before it is stored', async () => {
    expect(await send('text', { 'content-type': 'text/plain' })).toMatchObject({
      status: 400,
      code: 'UNSUPPORTED_MEDIA',
    })
  })

  it('with an invalid token is refused', async () => {
    expect(await send('x', { authorization: 'Bearer wn_nothing' })).toMatchObject({ status: 401 })
  })
})

describe('a trial picture for a camera', () => {
  const memory = () =>
    inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('view_memory').select('memory').where('view_id', '=', camera.viewId).executeTakeFirst(),
    )

  it('is analysed like any alarm, but does not change what the camera has learnt', async () => {
    await runWorkers()
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/v1/view/${camera.viewId}/test-alarm`,
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow', 'content-type': 'image/jpeg' },
      payload: picture('tried'),
    })
    expect(await decided(reply.json().alarmId)).toMatchObject({ verdict: 'true' })
    expect(await memory()).toBeUndefined()
    await decided((await send('its own')).alarmId)
    expect(await memory()).toEqual({ memory: { version: 1, seen: 1 } })
    await stopWorkers()
  })
})

describe('the deadline', () => {
  it('releases an alarm unverified without any analysis process', async () => {
    const sent = await send('deadline')
    later(14)
    expect(await release()).toBe(0)
    later(2)
    expect(await release()).toBe(1)
    const alarm = await getAlarm(sent.alarmId)
    expect(alarm).toMatchObject({ verdict: 'unverified', reasons: [{ code: 'released-at-deadline' }] })
    expect(alarm.releasedAt).toBe(now.toISOString())
  })

  it('is followed by a correction under the same id', async () => {
    const sent = await send('late')
    later(16)
    await release()
    answer = (job) => analysisOf('false', job)
    await runWorkers()
    const alarm = await until('the correction', async () => {
      const seen = await getAlarm(sent.alarmId)
      return seen.verdict === 'false' && seen
    })
    expect(alarm.releasedAt).not.toBeNull()
    await stopWorkers()
  })
})

describe('a filter that fails', () => {
  it('is run twice if its process dies, and then the alarm is passed on unverified', async () => {
    let tries = 0
    answer = () => {
      tries++
      throw new AnalysisCrashed('signal', { signal: 'SIGSEGV' })
    }
    const sent = await send('crash')
    await runWorkers()
    expect(await decided(sent.alarmId)).toMatchObject({
      verdict: 'unverified',
      reasons: [{ code: 'analysis-crashed' }],
    })
    expect(tries).toBe(2)
    await stopWorkers()
  })

  it('is run only once if it throws an error, and the alarm is passed on unverified', async () => {
    answer = () => {
      throw new Error('no model')
    }
    const sent = await send('error')
    await runWorkers()
    expect(await decided(sent.alarmId)).toMatchObject({ verdict: 'unverified', reasons: [{ code: 'analysis-failed' }] })
    await stopWorkers()
  })
})

describe('a failing media store', () => {
  const root = () => join(server.container.env.dataDir, 'media')
  const storeFailures = async () => {
    const { values } = await server.container.deps.analysisMetrics.failures.get()
    return values.find(({ labels }) => labels.why === 'store')?.value ?? 0
  }
  /**
   * Waits until the store has failed this many times since it had failed `since` times: the lane may be tried again before the test waits
   * for it. Advances the time past the pause after each failure.
   */
  async function failTimes(times: number, since: number): Promise<void> {
    for (let time = 1; time <= times; time++) {
      await until('another try', async () => {
        server.container.deps.wakes.wake('analysis')
        return (await storeFailures()) >= since + time
      })
      await until('the lane to rest', async () => (await lane())?.owner === null)
      later(3)
    }
  }
  const lane = () =>
    inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('analysis_lane')
        .innerJoin('analysis_task', 'analysis_task.view_id', 'analysis_lane.view_id')
        .select(['lease_owner as owner', 'attempts'])
        .where('analysis_lane.view_id', '=', camera.viewId)
        .executeTakeFirst(),
    )

  it('is retried and not counted as a crash, while the alarm is released at its deadline and corrected later', async () => {
    const sent = await send('store gone')
    await rename(root(), `${root()}.away`)
    const before = await storeFailures()
    await runWorkers()
    await failTimes(4, before)
    await until('the try to be taken back', async () => (await lane())?.attempts === 0)
    expect(await getAlarm(sent.alarmId)).toMatchObject({ verdict: null })
    const beforeRelease = await storeFailures()
    later(5)
    await release()
    expect(await getAlarm(sent.alarmId)).toMatchObject({
      verdict: 'unverified',
      reasons: [{ code: 'released-at-deadline' }],
    })
    await failTimes(1, beforeRelease)
    await rename(`${root()}.away`, root())
    answer = (job) => analysisOf('false', job)
    later(30)
    await until('the correction', async () => (await getAlarm(sent.alarmId)).verdict === 'false')
    await stopWorkers()
  })

  it('that lacks a single file delays the camera only until the deadline', async () => {
    const sent = await send('bad sector')
    const { key } = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('frame')
        .select('original_key as key')
        .where('alarm_id', '=', sent.alarmId)
        .executeTakeFirstOrThrow(),
    )
    const place = pathOfKey(key ?? '')
    const file = join(root(), place.folder, place.name)
    await rm(file)
    // A folder takes the place of the file. Reading it fails with an error other than "does not exist".
    await mkdir(file)
    const before = await storeFailures()
    await runWorkers()
    await failTimes(3, before)
    later(10)
    await release()
    const next = await send('the next one')
    expect(await decided(next.alarmId)).toMatchObject({ verdict: 'true' })
    expect(await getAlarm(sent.alarmId)).toMatchObject({ verdict: 'unverified' })
    await stopWorkers()
  })
})

describe('lanes', () => {
  it('analyse the alarms of a camera in order and alternate between cameras', async () => {
    const [noisy, quiet] = [camera, await createCamera(server.database.runtime, tenant.companyId)]
    const names = new Map<string, string>()
    for (const mark of ['n1', 'n2', 'n3']) {
      names.set((await send(mark)).alarmId, mark)
      later(60)
    }
    camera = quiet
    names.set((await send('q1')).alarmId, 'q1')
    camera = noisy
    const order: string[] = []
    answer = (job) => {
      order.push(markOf(job.media[0]?.bytes ?? new Uint8Array()))
      return analysisOf('false', job)
    }
    await runWorkers()
    for (const id of names.keys()) await decided(id)
    await stopWorkers()
    expect(order.filter((mark) => mark.startsWith('n'))).toEqual(['n1', 'n2', 'n3'])
    expect(order.indexOf('q1')).toBeLessThan(order.indexOf('n3'))
  })
})
