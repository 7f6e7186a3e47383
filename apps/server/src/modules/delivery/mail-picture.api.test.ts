import { randomBytes, randomUUID } from 'node:crypto'
import { annotate } from '@winnow/vision/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAlarm, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { buildPayload } from './build-payload.ts'
import { pictureLimitOf, pictureOfMessage } from './picture-of-message.ts'
import { sendTo } from './send-delivery.ts'

const MARK = 'SECRET OWNER'
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ pool: { ...scriptedPool((job) => analysisOf('true', job)), annotate } })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

/** An alarm with a picture that tells whose it is and where it was taken. */
async function alarmWithPicture(sent?: Buffer): Promise<string> {
  const alarmId = await createAlarm(server.database.runtime, tenant)
  const picture =
    sent ??
    (await sharp({ create: { width: 320, height: 240, channels: 3, background: '#224466' } })
      .withExif({ IFD0: { Copyright: MARK }, IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer())
  expect(picture.includes(MARK)).toBe(sent === undefined)
  const key = `media/2026-01-01/${alarmId}-0.jpg`
  await server.container.deps.media.put(key, picture)
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('frame')
      .values({
        alarm_id: alarmId,
        position: 0,
        company_id: tenant.companyId,
        signal_id: tenant.signalId,
        media_id: 'm0',
        kind: 'still',
        original_key: key,
        display_key: key,
        judged: true,
        original_type: 'image/jpeg',
        original_bytes: picture.length,
      })
      .execute(),
  )
  return alarmId
}

it('the picture of a mail has no metadata of the camera · ALARMS-008', async () => {
  const { deps } = server.container
  const { companyId } = tenant
  const alarmId = await alarmWithPicture()
  const sending = vi.spyOn(deps.mailer, 'send').mockResolvedValue({ ok: true, via: 'smtp', status: 250 })
  const delivery = { id: randomUUID(), receiverId: randomUUID(), companyId, alarmId, alarmVersion: 1 }
  const payload = await inSystem(server.database.runtime, (tx) =>
    buildPayload(tx, deps, { ...delivery, type: 'alarm.created', previousVerdict: null }, deps.clock.now()),
  )
  if (!payload) throw new Error('the alarm is gone')
  const receiver = {
    id: delivery.receiverId,
    kind: 'email',
    config: { recipients: ['room@example.com'] },
    secrets: null,
  }
  expect(await sendTo(deps, receiver, { id: delivery.id, companyId, payload, attempt: 1 })).toMatchObject({ ok: true })
  const [picture, ...more] = sending.mock.calls[0]?.[0].attachments ?? []
  expect(more).toEqual([])
  const mailed = Buffer.from(picture?.content ?? [])
  const { format, exif } = await sharp(mailed).metadata()
  expect([format, exif, mailed.includes(MARK)]).toEqual(['jpeg', undefined, false])
})

describe('a receiver that takes no picture above a limit', () => {
  it('gets the largest that fits, or none', async () => {
    // Noise is the worst for a JPEG.
    const noise = await sharp(randomBytes(1600 * 900 * 3), { raw: { width: 1600, height: 900, channels: 3 } })
      .jpeg()
      .toBuffer()
    const alarmId = await alarmWithPicture(noise)
    const drawn = (kb: number | null) =>
      pictureOfMessage(
        server.container.deps,
        { companyId: tenant.companyId, alarmId },
        pictureLimitOf({ pictureKb: kb }),
      )
    const whole = (await drawn(null))?.jpeg ?? Buffer.alloc(0)
    expect((await sharp(whole).metadata()).width).toBe(1280)
    const smaller = (await drawn(Math.floor(whole.byteLength / 1024 / 2)))?.jpeg ?? Buffer.alloc(0)
    expect(smaller.byteLength).toBeLessThanOrEqual(whole.byteLength / 2)
    const { width } = await sharp(smaller).metadata()
    expect(width).toBeGreaterThanOrEqual(320)
    expect(width).toBeLessThan(1280)
    expect(await drawn(1)).toBeUndefined()
  })
})
