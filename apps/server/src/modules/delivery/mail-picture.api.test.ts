import { randomUUID } from 'node:crypto'
import { annotate } from '@winnow/vision/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createAlarm, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { buildPayload } from './build-payload.ts'
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
async function alarmWithPicture(): Promise<string> {
  const alarmId = await createAlarm(server.database.runtime, tenant)
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#224466' } })
    .withExif({ IFD0: { Copyright: MARK }, IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  expect(picture.includes(MARK)).toBe(true)
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
