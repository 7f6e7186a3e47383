import { lookAtClip, makeClip } from '@winnow/vision/testing'
import type { ClipJob } from '@winnow/vision'
import { createFakeClock, createSmtpSink, createWebhookSink } from '@winnow/testkit'
import { simpleParser } from 'mailparser'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createTenant } from '../../../test/factories.ts'
import { findingsOf } from '../../../test/findings.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { decideAlarm } from '../alarms/index.ts'
import { deleteExpired } from '../retention/index.ts'
import { clipInTime } from './attachments.ts'
import { bodyOf } from './delivery.fixture.ts'
import { createDispatcher } from './dispatcher.ts'
import { planDeliveries } from './plan-deliveries.ts'

const clock = createFakeClock(new Date())
const [mails, hooks] = await Promise.all([createSmtpSink(), createWebhookSink()])
/** What the encoder was asked for, and what it does. */
const jobs: ClipJob[] = []
const encode = (job: ClipJob): Promise<Uint8Array> => makeClip(job, performance.now() + 60_000)
let encoder = encode
const pool = scriptedPool((job) => analysisOf('true', job))
pool.clip = (job) => {
  jobs.push(job)
  return encoder(job)
}
const server = await startTestServer({
  clock,
  pool,
  settings: { WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8', SMTP_URL: `smtp://127.0.0.1:${mails.port}` },
})
const { deps } = server.container
const db = server.database.runtime
const tenant = await createTenant(db)
const dispatcher = createDispatcher(deps)
afterAll(async () => {
  await dispatcher.stop()
  await server.close()
  await Promise.all([mails.close(), hooks.close()])
})

let camera: Awaited<ReturnType<typeof createCamera>>
beforeEach(async () => {
  jobs.length = 0
  encoder = encode
  clock.advance(3_600_000)
  camera = await createCamera(db, tenant.companyId)
})

const call = (method: 'GET' | 'POST', url: string, body?: object) => callApi(server, tenant.admin, method, url, body)
const station = () => ({
  recipient: 'S1@station.example',
  sender: 'w@winnow.example',
  smtpHost: mails.host,
  smtpPort: mails.port,
  security: 'none',
})

async function createReceiver(kind: string, config: object): Promise<string> {
  const url = `/v1/site/${camera.siteId}/receivers`
  const { status, body } = await call('POST', url, { kind, name: kind, config: { attach: 'clip', ...config } })
  expect([status, body]).toEqual([200, expect.anything()])
  return body.receiver.id
}

/** An alarm with pictures that were taken so many milliseconds after the first, decided as true. */
async function alarmWith(offsets: readonly number[], background = '#336699'): Promise<string> {
  const alarmId = await createAlarm(db, { companyId: tenant.companyId, ...camera }, { verdict: null })
  const jpeg = await sharp({
    create: {
      width: 1600,
      height: 900,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer()
  const day = clock.now().toISOString().slice(0, 10)
  for (const [position, offset] of offsets.entries()) {
    const key = `media/${day}/${alarmId}-${position}.jpg`
    await deps.media.put(key, jpeg)
    const frame = {
      alarm_id: alarmId,
      position,
      company_id: tenant.companyId,
      signal_id: tenant.signalId,
      media_id: `m${position}`,
      kind: 'still',
      original_key: key,
      display_key: key,
      judged: true,
      original_type: 'image/jpeg',
      original_bytes: jpeg.length,
      offset_ms: offset,
      width: 1600,
      height: 900,
    }
    await inSystem(db, (tx) => tx.insertInto('frame').values(frame).execute())
  }
  await inSystem(db, (tx) => decideAlarm(tx, alarmId, findingsOf('true'), planDeliveries, clock.now()))
  dispatcher.wake()
  return alarmId
}

/** The message about an alarm to a receiver, when it was sent, with what its try says. */
async function sent(receiverId: string): Promise<{ id: string; detail: string | null }> {
  const id = await until('the message', async () => {
    const { rows } = (await call('GET', `/v1/receiver/${receiverId}/deliveries`)).body
    return rows[0]?.state === 'sent' && (rows[0].id as string)
  })
  const { body } = await call('GET', `/v1/delivery/${id}/tries`)
  return { id, detail: body[0].lastDetail }
}
/** The files of the last mail, as a mail program finds them. */
async function attachments() {
  const mail = await simpleParser(mails.mails.at(-1)?.raw ?? '')
  return mail.attachments.map(({ contentType, filename, content }) => ({ contentType, filename, content }))
}
const types = async () => (await attachments()).map(({ contentType }) => contentType)
const clipsOf = (alarmId: string) =>
  inSystem(db, (tx) => tx.selectFrom('alarm_clip').selectAll().where('alarm_id', '=', alarmId).execute())
const isStored = async (key: string) => (await deps.media.head(key)) !== undefined

describe('a receiver that has chosen clips', () => {
  it.each([
    ['email', () => ({ recipients: ['room@example.com'] }), ['image/jpeg', 'video/mp4']],
    [
      'email',
      () => ({ recipients: ['room@example.com'], format: 'patriot', template: 'client=1 zone=1 type=BV' }),
      ['video/mp4'],
    ],
    ['immix', station, ['video/mp4']],
    ['sentinel', () => ({ ...station(), contract: '123456' }), ['video/mp4']],
    ['relay', station, ['image/jpeg', 'video/mp4']],
  ] as const)('%s gets the pictures as one MP4, each for its time', async (kind, config, expected) => {
    const receiver = await createReceiver(kind, config())
    await alarmWith([0, 600, 1600, 9000])
    expect((await sent(receiver)).detail).toBeNull()
    const files = await attachments()
    expect(files.map(({ contentType }) => contentType)).toEqual(expected)
    const clip = files.at(-1)
    expect(clip?.filename).toMatch(/\.mp4$/)
    // 0.6, 1, 2 and 1 seconds, five pictures a second.
    const seen = await lookAtClip(clip?.content ?? Buffer.alloc(0))
    expect(seen).toMatchObject({ isH264: true, size: '1280x720' })
    expect(seen.pictures).toHaveLength(23)
    expect(seen.duration).toBeCloseTo(4.6, 1)
  })

  it('gets it by its address in a webhook, which others cannot guess', async () => {
    const receiver = await createReceiver('webhook', { url: hooks.url })
    const alarmId = await alarmWith([0, 1000])
    expect((await sent(receiver)).detail).toBeNull()
    const { clip } = bodyOf(hooks.requests.at(-1)).data
    expect(clip).toMatchObject({ contentType: 'video/mp4', seconds: 2 })
    const { pathname, search } = new URL(clip.url)
    const reply = await server.app.inject(pathname + search)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'video/mp4'])
    expect(reply.rawPayload.byteLength).toBe(clip.bytes)
    expect((await lookAtClip(reply.rawPayload)).pictures).toHaveLength(10)
    expect((await server.app.inject(pathname)).statusCode).not.toBe(200)
    expect((await server.app.inject(pathname.replace('1280', '320') + search)).statusCode).toBe(404)
    expect(pathname).toContain(alarmId)
  })

  it('gets the same clip as others: it is made once, kept, and deleted with its alarm', async () => {
    const [one, two] = [
      await createReceiver('immix', station()),
      await createReceiver('email', { recipients: ['a@example.com', 'b@example.com'] }),
    ]
    const alarmId = await alarmWith([0, 1000])
    await Promise.all([sent(one), sent(two)])
    expect(jobs).toHaveLength(1)
    const [clip, ...more] = await clipsOf(alarmId)
    expect(more).toEqual([])
    expect(await isStored(clip?.media_key ?? '')).toBe(true)
    await inSystem(db, (tx) =>
      tx.updateTable('company').set({ retention_days: 1 }).where('id', '=', tenant.companyId).execute(),
    )
    clock.advance(400 * 86_400_000)
    await deleteExpired(deps, clock.now())
    expect(await clipsOf(alarmId)).toEqual([])
    expect(await isStored(clip?.media_key ?? '')).toBe(false)
  })

  it('gets one that fits: the next smaller ones are tried', async () => {
    const receiver = await createReceiver('immix', { ...station(), clipKb: 50 })
    const alarmId = await alarmWith([0, 1000, 2000])
    expect((await sent(receiver)).detail).toBeNull()
    const [clip] = await attachments()
    expect(clip?.contentType).toBe('video/mp4')
    expect(clip?.content.byteLength).toBeLessThanOrEqual(50 * 1024)
    const sides = (await clipsOf(alarmId)).map(({ side }) => side)
    expect(sides.length).toBeGreaterThan(1)
    expect((await lookAtClip(clip?.content ?? Buffer.alloc(0))).size).toMatch(new RegExp(`^${Math.min(...sides)}x`))
  })
})

describe('where there is no clip, the picture goes out, and the try says so', () => {
  it('of an alarm with a single picture', async () => {
    const receiver = await createReceiver('immix', station())
    await alarmWith([0])
    expect((await sent(receiver)).detail).toContain('no second picture')
    expect(await types()).toEqual(['image/jpeg'])
    expect(jobs).toEqual([])
  })

  it('where the encoder fails', async () => {
    encoder = () => Promise.reject(new Error('the child died'))
    const receiver = await createReceiver('immix', station())
    await alarmWith([0, 1000])
    expect((await sent(receiver)).detail).toContain('could not be made')
    expect(await types()).toEqual(['image/jpeg'])
  })

  it('where it is not ready in time, and where it cannot be looked for', async () => {
    const alarm = { companyId: tenant.companyId, alarmId: camera.viewId }
    const never = { clipOf: () => Promise.withResolvers<never>().promise }
    expect(await clipInTime({ ...deps, clips: never }, alarm, 1_000_000, 1)).toEqual({ missing: 'not-in-time' })
    const broken = { clipOf: () => Promise.reject(new Error('no database')) }
    expect(await clipInTime({ ...deps, clips: broken }, alarm, 1_000_000)).toEqual({ missing: 'failed' })
  })

  it('where none is small enough', async () => {
    encoder = async () => new Uint8Array(60 * 1024)
    const receiver = await createReceiver('email', { recipients: ['room@example.com'], clipKb: 50 })
    await alarmWith([0, 1000])
    expect((await sent(receiver)).detail).toContain('No clip is small enough')
    expect(await types()).toEqual(['image/jpeg'])
    expect(jobs.map(({ maxSide }) => maxSide)).toEqual([1280, 960, 640, 480, 320])
  })
})

it('an alarm whose pictures or boxes are others gets another clip, and the old one is deleted', async () => {
  const receiver = await createReceiver('immix', station())
  const alarmId = await alarmWith([0, 1000])
  const { id } = await sent(receiver)
  const [before] = await clipsOf(alarmId)
  await inSystem(db, (tx) =>
    tx
      .updateTable('frame')
      .set({ offset_ms: 1800 })
      .where('alarm_id', '=', alarmId)
      .where('position', '=', 1)
      .execute(),
  )
  await call('POST', `/v1/delivery/${id}/resend`)
  dispatcher.wake()
  await until('the second mail', () => Promise.resolve(jobs.length === 2))
  await sent(receiver)
  const [after, ...more] = await clipsOf(alarmId)
  expect(more).toEqual([])
  expect(after?.media_key).not.toBe(before?.media_key)
  expect([await isStored(before?.media_key ?? ''), await isStored(after?.media_key ?? '')]).toEqual([false, true])
})

it('a receiver that has not chosen clips gets none', async () => {
  const receiver = await createReceiver('immix', { ...station(), attach: 'picture' })
  await alarmWith([0, 1000])
  await sent(receiver)
  expect(await types()).toEqual(['image/jpeg'])
  expect(jobs).toEqual([])
})
