import { LIMITS, type AlarmAnalysis, type AnalysisJob } from '@winnow/vision'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { signPath } from '../../platform/crypto/signed-url.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { signedFramePath } from '../alarms/index.ts'
import { releaseOverdue } from '../analysis/index.ts'

const still = (mark: string) => Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(mark)])
const clip = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('isom0000isom')])

/** Detects a person in pictures marked with one, and cuts clips into three frames. */
function look(job: AnalysisJob): AlarmAnalysis {
  const shows = job.media.some(({ bytes }) => Buffer.from(bytes).includes('person'))
  const frames = job.media.flatMap(({ id, bytes }) =>
    Array.from({ length: Buffer.from(bytes).includes('ftyp') ? 3 : 1 }, (_, index) => ({
      mediaId: id,
      index,
      width: 640,
      height: 480,
      offsetMs: index * 500,
      motion: [],
      ...(Buffer.from(bytes).includes('ftyp') ? { jpeg: still('frame') } : {}),
    })),
  )
  return analysisOf(shows ? 'true' : 'false', job, { frames })
}

let now = new Date()
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
let answer: (job: AnalysisJob) => AlarmAnalysis | Promise<AlarmAnalysis>
let server: TestServer
let tenant: Tenant
let camera: { viewId: string }
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now }, pool: scriptedPool((job) => answer(job)) })
  tenant = await createTenant(server.database.runtime)
})
beforeEach(async () => {
  answer = look
  camera = await createCamera(server.database.runtime, tenant.companyId)
  later(3600)
})
afterAll(() => server.close())

async function send(contentType: string, payload: Buffer | string): Promise<string> {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${camera.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': contentType },
    payload,
  })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ alarmId: string }>().alarmId
}
const sendStill = (mark: string) => send('image/jpeg', still(mark))
const sendMany = (marks: string[], ...more: unknown[]) =>
  send(
    'application/json',
    JSON.stringify({ media: [...marks.map((mark) => ({ data: still(mark).toString('base64') })), ...more] }),
  )
const getAlarm = async (id: string) =>
  (await server.app.inject({ url: `/api/alarm/${id}`, headers: { cookie: tenant.admin.cookie } })).json()

/** Sets the stored size of the alarm's only file. */
const setBytes = (alarmId: string, bytes: number) =>
  inSystem(server.database.runtime, (tx) =>
    tx.updateTable('frame').set({ original_bytes: bytes }).where('alarm_id', '=', alarmId).execute(),
  )
const release = () => releaseOverdue({ ...server.container.deps, metrics: server.container.deps.analysisMetrics })

const analyse = () => analyseAll(server)

describe('the pictures that a clip was cut into', () => {
  it('are served to the console and by signed address, for every clip of the alarm', async () => {
    const media = ['one', 'two'].map((mark) => ({ data: Buffer.concat([clip, Buffer.from(mark)]).toString('base64') }))
    const id = await send('application/json', JSON.stringify({ media }))
    await analyse()
    const { frames } = await getAlarm(id)
    expect(frames).toHaveLength(6)
    for (const { url, position } of frames) {
      const signed = signPath(server.container.deps.keys, signedFramePath(id, position), {
        expires: new Date(now.getTime() + 60_000),
        now,
      })
      for (const address of [url, signed]) {
        const reply = await server.app.inject({ url: address, headers: { cookie: tenant.admin.cookie } })
        expect([address, reply.statusCode, reply.rawPayload.equals(still('frame'))]).toEqual([address, 200, true])
      }
    }
  })
})

describe('pictures that join an alarm', () => {
  it('are analysed too if frames were cut from its clip before', async () => {
    const id = await send('video/mp4', clip)
    await analyse()
    expect(await getAlarm(id)).toMatchObject({ verdict: 'false', frameCount: 3 })
    later(3)
    expect(await sendStill('person')).toBe(id)
    await analyse()
    const alarm = await getAlarm(id)
    expect(alarm).toMatchObject({ verdict: 'true', frameCount: 4 })
    expect(alarm.frames.map((frame: { kind: string }) => frame.kind).toSorted()).toEqual([
      'clip-frame',
      'clip-frame',
      'clip-frame',
      'still',
    ])
  })

  it('stand on its time line, wherever their own message begins to count', async () => {
    const parts = [0, 500].map((offsetMs) => ({ data: still(`at ${offsetMs}`).toString('base64'), offsetMs }))
    const id = await send('application/json', JSON.stringify({ media: parts }))
    later(5)
    const more = { data: still('later').toString('base64'), offsetMs: 250 }
    expect(await send('application/json', JSON.stringify({ media: [more] }))).toBe(id)
    const { frames } = await getAlarm(id)
    expect(frames.map(({ offsetMs }: { offsetMs: number }) => offsetMs)).toEqual([0, 500, 5_250])
  })

  it('begin another alarm if there are too many of them, so that all are analysed', async () => {
    const id = await sendMany(Array.from({ length: 19 }, (_, index) => `empty ${index}`))
    later(1)
    expect(await sendStill('the twentieth')).toBe(id)
    later(1)
    const next = await sendStill('person')
    expect(next).not.toBe(id)
    await analyse()
    expect(await getAlarm(id)).toMatchObject({ verdict: 'false', frameCount: 20 })
    expect(await getAlarm(next)).toMatchObject({ verdict: 'true', frameCount: 1 })
  })

  it.each([
    ['would be more than one analysis takes begin another alarm', 1, false],
    ['are as much as one analysis takes join', 0, true],
  ])('that together with the other pictures %s', async (_what, over, isJoined) => {
    const id = await sendStill('empty')
    await setBytes(id, LIMITS.totalBytes - still('other').length + over)
    later(1)
    expect((await sendStill('other')) === id).toBe(isJoined)
    await analyse()
  })

  it('have a new deadline if the alarm was filtered before', async () => {
    const id = await sendStill('empty')
    await analyse()
    later(8)
    await sendStill('person')
    later(14)
    expect(await release()).toBe(0)
    later(2)
    expect(await release()).toBe(1)
    expect(await getAlarm(id)).toMatchObject({ verdict: 'unverified', reasons: [{ code: 'released-at-deadline' }] })
    expect(await release()).toBe(0)
    await analyse()
    expect(await getAlarm(id)).toMatchObject({ verdict: 'true' })
  })

  it('have a deadline from their arrival if they join during its analysis', async () => {
    const [second, secondLook] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let joined: Promise<string> | undefined
    answer = async (job) => {
      joined ??= sendStill('person')
      await joined
      if (job.media.length > 1) {
        secondLook.resolve()
        await second.promise
      }
      return look(job)
    }
    const id = await sendStill('empty')
    const done = analyse()
    await secondLook.promise
    expect(await getAlarm(id)).toMatchObject({ verdict: 'false' })
    later(14)
    expect(await release()).toBe(0)
    later(2)
    // A worker may lock the task's row for a moment, to reorder it or to take over an expired lease. The sweeper runs
    // twice a second and skips the row until it is unlocked.
    await until('the release', async () => (await release()) === 1)
    expect(await getAlarm(id)).toMatchObject({ verdict: 'unverified', signalCount: 2 })
    second.resolve()
    await done
    expect(await getAlarm(id)).toMatchObject({ verdict: 'true' })
  })
})

describe('an alarm whose files need too much memory', () => {
  it('is passed on unverified with the reason, and none of the files is loaded', async () => {
    const id = await sendStill('empty')
    await setBytes(id, LIMITS.totalBytes + 1)
    answer = () => {
      throw new Error('it was loaded')
    }
    await analyse()
    expect(await getAlarm(id)).toMatchObject({
      verdict: 'unverified',
      reasons: [{ code: 'decode-failed', params: { count: 1 } }],
      problems: [{ code: 'too-large', detail: 'all files together' }],
    })
  })
})

describe('a message that lost some of its pictures', () => {
  it('keeps as many pictures as one message may have', async () => {
    const id = await sendMany([...Array.from({ length: 39 }, (_, index) => `empty ${index}`), 'person'])
    await analyse()
    expect(await getAlarm(id)).toMatchObject({ verdict: 'true', frameCount: 40 })
  })

  it('passes the original types of its files to the analysis', async () => {
    const asked: AnalysisJob[] = []
    answer = (job) => {
      asked.push(job)
      return look(job)
    }
    await sendStill('empty')
    await analyse()
    expect(asked.flatMap(({ media }) => media.map(({ claimsMedia }) => claimsMedia))).toEqual([true])
  })

  it('is not filtered because the other pictures are empty, and the reason is given', async () => {
    const id = await sendMany(['empty'], { data: '%%%' })
    await analyse()
    const alarm = await getAlarm(id)
    expect(alarm).toMatchObject({ verdict: 'unverified', frameCount: 1 })
    expect(alarm.reasons[0]).toEqual({ code: 'decode-failed', params: { count: 1 } })
    expect(alarm.problems).toContainEqual(expect.objectContaining({ code: 'bad-encoding' }))
  })

  it('is not filtered if an archive beside them cannot be opened', async () => {
    const form = new FormData()
    form.append('a', new Blob([still('empty')], { type: 'image/jpeg' }), 'a.jpg')
    form.append('b', new Blob(['Rar!'], { type: 'application/vnd.rar' }), 'b.rar')
    const encoded = new Response(form)
    const id = await send(encoded.headers.get('content-type') ?? '', Buffer.from(await encoded.arrayBuffer()))
    await analyse()
    const alarm = await getAlarm(id)
    expect(alarm).toMatchObject({ verdict: 'unverified', frameCount: 1 })
    expect(alarm.reasons[0]).toEqual({ code: 'decode-failed', params: { count: 1 } })
    expect(alarm.problems).toEqual([{ code: 'part-unread', detail: 'b.rar: application/vnd.rar' }])
  })

  it('causes a new analysis of the alarm that it joins, and the alarm is passed on', async () => {
    const id = await sendStill('empty')
    await analyse()
    expect(await getAlarm(id)).toMatchObject({ verdict: 'false' })
    later(2)
    expect(await sendMany(['empty too'], { data: '%%%' })).toBe(id)
    await analyse()
    expect(await getAlarm(id)).toMatchObject({ verdict: 'unverified', frameCount: 2 })
  })
})
