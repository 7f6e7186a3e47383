import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { smallJpeg } from '../../../test/small-jpeg.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'

const JPEG = smallJpeg()
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let viewId: string

beforeAll(async () => {
  server = await startTestServer({ clock })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
beforeEach(async () => {
  clock.advance(3_600_000)
  viewId = (await createCamera(server.database.runtime, tenant.companyId)).viewId
})

async function post(payload: Buffer | string, type: string, headers: Record<string, string> = {}) {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': type, ...headers },
    payload,
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}
/** A form with two pictures, with a new boundary each time. */
async function postForm(headers: Record<string, string> = {}) {
  const form = new FormData()
  form.set('event', 'Line crossing')
  for (const name of ['a', 'b']) form.append('image', new Blob([JPEG, name], { type: 'image/jpeg' }), `${name}.jpg`)
  const encoded = new Response(form)
  return post(Buffer.from(await encoded.arrayBuffer()), encoded.headers.get('content-type') ?? '', headers)
}
const alarmOf = async (id: string) =>
  (await server.app.inject({ url: `/api/alarm/${id}`, headers: { cookie: tenant.admin.cookie } })).json()
const stored = () =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('signal').select('id').where('view_id', '=', viewId).execute(),
  )

describe('an alarm by HTTP', () => {
  it('as a form keeps all its pictures in order, and the sender’s fields', async () => {
    const { status, body } = await postForm()
    expect(status).toBe(200)
    const alarm = await alarmOf(body.alarmId)
    expect(alarm).toMatchObject({ event: 'Line crossing', eventType: 'line', frameCount: 2, source: 'http' })
    const pictures = await Promise.all(
      alarm.frames.map(async ({ url }: { url: string }) =>
        (await server.app.inject({ url, headers: { cookie: tenant.admin.cookie } })).rawPayload.at(-1),
      ),
    )
    expect(Buffer.from(pictures).toString()).toBe('ab')
  })

  it('as JSON contains its pictures in base64', async () => {
    const media = [{ contentType: 'image/jpeg', data: JPEG.toString('base64') }]
    const { status, body } = await post(JSON.stringify({ event: 'motion', media }), 'application/json')
    expect(status).toBe(200)
    expect(await alarmOf(body.alarmId)).toMatchObject({ frameCount: 1, eventType: 'motion' })
  })

  it('is opened by a message that ends an unknown event, if the message has pictures', async () => {
    const media = [{ data: JPEG.toString('base64') }]
    const { body } = await post(JSON.stringify({ event: 'Motion Detection Stop', media }), 'application/json')
    expect(await alarmOf(body.alarmId)).toMatchObject({ frameCount: 1, event: 'Motion Detection Stop' })
  })

  it('with broken JSON is stored and shown as an alarm, and its sender gets the error', async () => {
    const { status, body } = await post('{"event":', 'application/json')
    expect(status).toBe(200)
    expect(body.problems).not.toEqual([])
    expect(await alarmOf(body.alarmId)).toMatchObject({ frameCount: 0 })
  })

  it.each([
    ['no byte', '', 'image/jpeg'],
    ['no picture', JSON.stringify({ event: 'motion' }), 'application/json'],
    ['a picture without a byte', JSON.stringify({ media: [{ data: '' }] }), 'application/json'],
  ])('with %s is refused before any row is written, and leaves nothing', async (_what, payload, type) => {
    expect(await post(payload, type)).toMatchObject({
      status: 400,
      body: { code: 'EMPTY_ALARM', message: 'There is no picture or clip in it' },
    })
    expect(await stored()).toEqual([])
    const { media } = server.container.deps
    const rows = await inSystem(server.database.runtime, (tx) => tx.selectFrom('signal').select('raw_key').execute())
    const known = new Set(rows.map((row) => row.raw_key))
    for await (const { key } of media.list('raw/', new Date(Date.now() + 60_000))) expect(known).toContain(key)
  })

  it('with the key of an earlier alarm is its repeat, also if both arrive simultaneously', async () => {
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => post(JPEG, 'image/jpeg', { 'idempotency-key': 'order-1' })),
    )
    const originals = replies.filter(({ body }) => body.duplicateOf === null)
    expect(originals).toHaveLength(1)
    expect(new Set(replies.map(({ body }) => body.alarmId)).size).toBe(1)
    expect(await alarmOf(originals[0]?.body.alarmId)).toMatchObject({ signalCount: 1, frameCount: 1 })
  })

  it('as a form is recognised as a repeat even if the boundary differs', async () => {
    const [first, second] = [await postForm({ 'idempotency-key': 'f' }), await postForm({ 'idempotency-key': 'f' })]
    expect(second.body).toMatchObject({ duplicateOf: first.body.signalId, alarmId: first.body.alarmId })
  })

  it.each(['with space', 'x'.repeat(201), 'ä'])('with the key %j is refused', async (key) => {
    expect(await post(JPEG, 'image/jpeg', { 'idempotency-key': key })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION' },
    })
  })
})

describe('the page of a camera', () => {
  it.each([
    ['the listener for alarms, not the console’s', { WINNOW_INGEST_PORT: '18081' }, /^http:\/\/[^/:]+:18081$/],
    [
      'the address by which that is reached from elsewhere',
      { WINNOW_INGEST_URL: 'https://alarms.example' },
      /^https:\/\/alarms\.example$/,
    ],
  ])('names %s', async (_what, settings, origin) => {
    const other = await startTestServer({ settings })
    onTestFinished(() => other.close())
    const { viewId: id, admin } = await createTenant(other.database.runtime)
    const reply = await other.app.inject({ url: `/api/v1/view/${id}/intake`, headers: { cookie: admin.cookie } })
    const { httpUrl } = reply.json()
    expect(new URL(httpUrl).origin).toMatch(origin)
    expect(httpUrl).toContain(`/api/v1/ingest/alarm?view=${id}`)
  })
})

describe('a request above a limit', () => {
  it('for the size of a message gets 413 from its declared length, before it is read', async () => {
    const reply = await post(JPEG, 'image/jpeg', { 'content-length': String(64 * 1024 * 1024 + 1) })
    expect(reply).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    expect(await stored()).toEqual([])
  })

  it('for the size of a message gets 413 from its real length if it declares none, and the sender receives the answer', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const address = server.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const outgoing = request(
      {
        port,
        method: 'POST',
        path: `/api/v1/ingest/alarm?view=${viewId}`,
        headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'video/mp4' },
      },
      resolve,
    ).on('error', reject)
    const piece = Buffer.alloc(1024 * 1024, 1)
    Readable.from(Array.from({ length: 70 }, () => piece)).pipe(outgoing)
    const answer = await promise
    expect(answer.statusCode).toBe(413)
    expect(await json(answer)).toMatchObject({ code: 'TOO_LARGE' })
    outgoing.destroy()
    expect(await stored()).toEqual([])
  })

  it('of messages of one camera per minute gets 429 with Retry-After', async () => {
    const { byCamera } = server.container.deps.limits
    for (let n = 0; n < 120; n++) byCamera.take(viewId, clock.now())
    const reply = await post(JPEG, 'image/jpeg')
    expect(reply).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    clock.advance(60_000)
    expect((await post(JPEG, 'image/jpeg')).status).toBe(200)
  })

  it.each<[string, (folder: MediaStore) => MediaStore]>([
    ['', (folder) => folder],
    ['of the database, with the pictures elsewhere, ', (folder) => ({ ...folder, freeBytes: async () => undefined })],
  ])('for free disk space %sgets 503, and the service is in outage · STATUS-004', async (_what, media) => {
    const full = await startTestServer({ media, settings: { WINNOW_MIN_FREE_DISK_MB: '999999999' } })
    try {
      const own = await createTenant(full.database.runtime)
      const reply = await full.app.inject({
        method: 'POST',
        url: `/api/v1/ingest/alarm?view=${own.viewId}`,
        headers: { authorization: `Bearer ${own.ingestToken}`, 'content-type': 'image/jpeg' },
        payload: JPEG,
      })
      expect(reply.statusCode).toBe(503)
      expect(reply.json()).toMatchObject({ code: 'STORAGE_FULL' })
      expect(reply.headers['retry-after']).toBe('60')
      expect((await full.app.inject('/api/v1/system-status')).json()).toEqual({ status: 'outage' })
      const home = await full.app.inject({ url: '/api/v1/home', headers: { cookie: own.admin.cookie } })
      expect(home.json().attention.lowDisk).toMatchObject({ freeBytes: expect.any(Number) })
    } finally {
      await full.close()
    }
  })
})

describe('the public status of the service', () => {
  it('is degraded while no analysis process runs · STATUS-001 STATUS-004', async () => {
    expect((await server.app.inject('/api/v1/system-status')).json()).toEqual({ status: 'degraded' })
  })

  it('has no status page if none is configured · ENV-005', async () => {
    expect((await server.app.inject('/api/appconfig')).json()).toMatchObject({ statusPageUrl: null })
  })

  it('names the addresses from which the installation calls devices · COMPANY-002', async () => {
    const { publicIps, emailDomain, ...config } = (await server.app.inject('/api/appconfig')).json()
    expect(publicIps).toEqual([])
    expect(emailDomain).toMatch(/\./)
    expect(config).toMatchObject({
      statusPageUrl: null,
      defaultTimezone: 'Europe/London',
      isIdmEnabled: true,
      siteIdleTimeoutConfig: { default: 24, min: 2, max: 168 },
    })
    const other = await startTestServer({ beside: server, settings: { PUBLIC_IPS: '203.0.113.7, 2001:db8::/48' } })
    onTestFinished(() => other.close())
    expect((await other.app.inject('/api/appconfig')).json()).toMatchObject({
      publicIps: ['203.0.113.7', '2001:db8::/48'],
    })
  })

  it('has the forensic page only if one is configured', async () => {
    expect((await server.app.inject('/api/appconfig')).json()).toMatchObject({ forensicUrl: null })
    const forensicUrl = 'https://forensic.example/'
    const other = await startTestServer({ beside: server, settings: { FORENSIC_URL: forensicUrl } })
    onTestFinished(() => other.close())
    expect((await other.app.inject('/api/appconfig')).json()).toMatchObject({ forensicUrl })
  })
})

describe('a trial picture for a camera', () => {
  const headers = () => ({ cookie: tenant.admin.cookie, 'x-requested-with': 'winnow', 'content-type': 'image/jpeg' })
  /** Different bytes each time, because equal ones would be a repeat. */
  const picture = (mark: string) => Buffer.concat([JPEG, Buffer.from(mark)])
  const look = async (url: string) => (await server.app.inject({ url: `/api${url}`, headers: headers() })).json()
  const tryOut = async (mark: string): Promise<string> => {
    const url = `/api/v1/view/${viewId}/test-alarm`
    const reply = await server.app.inject({ method: 'POST', url, headers: headers(), payload: picture(mark) })
    return reply.json().alarmId
  }

  it('is marked in the camera’s list, and represents the camera until the next picture', async () => {
    const tried = await tryOut('first')
    expect(await look(`/view/${viewId}`)).toMatchObject({ lastAlarmId: tried })
    const sent = (await post(picture('own'), 'image/jpeg')).body.alarmId
    expect(await look(`/view/${viewId}`)).toMatchObject({ lastAlarmId: sent })
    const again = await tryOut('second')
    expect(new Set([tried, sent, again]).size).toBe(3)
    expect(await look(`/view/${viewId}`)).toMatchObject({ lastAlarmId: again })
    expect(await look(`/v1/view/${viewId}/signals`)).toMatchObject([
      { alarmId: again, isTest: true },
      { alarmId: sent, isTest: false },
      { alarmId: tried, isTest: true },
    ])
  })
})
