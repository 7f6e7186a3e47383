// The pictures that a browser gets are limited in size on every route.
import { AnalysisCrashed, LIMITS } from '@winnow/vision'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { smallJpeg } from '../../../test/small-jpeg.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { signPath } from '../../platform/crypto/signed-url.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { signedFramePath } from './index.ts'

const SMALLER = Buffer.from(smallJpeg({ mark: 'smaller' }))
const drawn: { bytes: Uint8Array; maxSide: number | undefined }[] = []
let draw: () => Promise<Uint8Array>
const pool = {
  ...scriptedPool((job) => analysisOf('true', job)),
  annotate: async ({ jpeg, maxSide }: { jpeg: Uint8Array; maxSide?: number }) => {
    drawn.push({ bytes: jpeg, maxSide })
    return draw()
  },
}
let server: TestServer
let tenant: Tenant
let alarmId: string

beforeAll(async () => {
  server = await startTestServer({ pool })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
beforeEach(async () => {
  drawn.length = 0
  draw = async () => SMALLER
  const camera = await createCamera(server.database.runtime, tenant.companyId)
  alarmId = await createAlarm(server.database.runtime, { companyId: tenant.companyId, ...camera })
})

/** Stores a picture of the alarm that was not analysed yet. */
async function store(bytes: Uint8Array, ending = 'jpg') {
  const key = `media/2026-01-01/${alarmId}/0.${ending}`
  await server.container.deps.media.put(key, bytes)
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('frame')
      .values({
        alarm_id: alarmId,
        position: 0,
        company_id: tenant.companyId,
        signal_id: alarmId,
        media_id: 'm',
        kind: 'still',
        original_type: `image/${ending}`,
        original_bytes: bytes.length,
        original_key: key,
        display_key: key,
      })
      .execute(),
  )
}

const get = (query = '', headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `/api/v1/alarm/${alarmId}/frame/0/image${query}`,
    headers: { cookie: tenant.admin.cookie, ...headers },
  })
const getSigned = () => {
  const now = server.container.deps.clock.now()
  const until = { expires: new Date(now.getTime() + 3_600_000), now }
  return server.app.inject(signPath(server.container.deps.keys, signedFramePath(alarmId, 0), until))
}
const frameOf = async () =>
  (await server.app.inject({ url: `/api/alarm/${alarmId}`, headers: { cookie: tenant.admin.cookie } })).json().frames[0]

/** A PNG of 33 bytes that declares this size. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(17)])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes[24] = 8
  return bytes
}

describe('a stored picture that nobody has analysed yet', () => {
  it('is sent unchanged if every browser can show it, and is marked as checked', async () => {
    const bytes = smallJpeg({ mark: 'plain' })
    await store(bytes)
    expect((await get()).rawPayload.equals(bytes)).toBe(true)
    expect((await getSigned()).rawPayload.equals(bytes)).toBe(true)
    expect(drawn).toEqual([])
    const { judged } = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('frame').select('judged').where('alarm_id', '=', alarmId).executeTakeFirstOrThrow(),
    )
    expect(judged).toBe(true)
  })

  it.each([
    ['a PNG of 256 megapixels', () => pngOf(16_000, 16_000), 'png'],
    ['a JPEG of 4 gigapixels', () => smallJpeg({ width: 65_500, height: 65_500 }), 'jpg'],
    ['a strip in which nobody could be seen', () => smallJpeg({ width: 60_000, height: 20 }), 'jpg'],
    ['a drawing that calls itself a picture', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'png'],
  ])('is never shown when it is %s, but can be downloaded', async (_, make, ending) => {
    const bytes = make()
    await store(bytes, ending)
    for (const reply of [await get(), await get('?prefetch=true'), await getSigned()]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.rawPayload.includes(bytes)).toBe(false)
    }
    expect(drawn).toEqual([])
    expect(await frameOf()).toMatchObject({
      url: null,
      problem: 'too-many-pixels',
      original: { type: `image/${ending}`, bytes: bytes.length },
    })
    const saved = await get('?original=true')
    expect(saved.headers['content-disposition']).toMatch(/^attachment;/)
    expect(saved.rawPayload.equals(bytes)).toBe(true)
    // A browser sends this header if a page embeds the address as an image.
    expect((await get('?original=true', { 'sec-fetch-dest': 'image' })).statusCode).toBe(404)
  })

  it('is redrawn once for all simultaneous requests when it is too large for browsers', async () => {
    const bytes = smallJpeg({ width: 5120, height: 1440 })
    await store(bytes)
    const replies = await Promise.all([get(), get(), getSigned()])
    for (const reply of [...replies, await get(), await get('?original=true', { 'sec-fetch-dest': 'image' })])
      expect(reply.rawPayload.equals(SMALLER)).toBe(true)
    expect(drawn).toEqual([{ bytes, maxSide: LIMITS.shownSide }])
    expect((await get('?original=true')).rawPayload.equals(bytes)).toBe(true)
  })

  it('is neither shown nor redrawn again if it kills the process that redraws it', async () => {
    await store(smallJpeg({ width: 5120, height: 1440 }))
    draw = async () => {
      throw new AnalysisCrashed('signal')
    }
    expect((await get()).statusCode).toBe(404)
    expect((await get()).statusCode).toBe(404)
    expect(drawn).toHaveLength(1)
    expect(await frameOf()).toMatchObject({ url: null, problem: 'broken' })
  })

  it('is not found once its file is gone', async () => {
    await store(smallJpeg())
    await server.container.deps.media.delete([`media/2026-01-01/${alarmId}/0.jpg`])
    expect((await get()).statusCode).toBe(404)
    expect(await frameOf()).toMatchObject({ problem: null })
  })
})
