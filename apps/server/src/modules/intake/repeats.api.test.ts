import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { cameraMail, sendBySmtp } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { startSmtp, type Running } from '../../roles.ts'

const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex')
const clock = createFakeClock(new Date())
let server: TestServer
let smtp: Running
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>

beforeAll(async () => {
  server = await startTestServer({ clock, settings: { WINNOW_MAIL_DOMAIN: 'alarms.example' } })
  smtp = await startSmtp(server.container)
  tenant = await createTenant(server.database.runtime)
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
  clock.advance(3_600_000)
})

interface Signal {
  id: string
  kind: string | null
  alarmId: string | null
  duplicateOf: string | null
}

/** Sends a mail and returns the state of its signal. */
async function mail(message: string): Promise<Signal> {
  const to = `${camera.addressToken}@alarms.example`
  expect(await sendBySmtp(server.container.ports.smtp, { to, message })).toEqual([250, 250, 354, 250])
  const url = `/api/v1/view/${camera.viewId}/signals`
  return until('the mail was read', async () => {
    const rows: Signal[] = (await server.app.inject({ url, headers: { cookie: tenant.admin.cookie } })).json()
    return rows.every(({ kind }) => kind !== null) && rows[0]
  })
}

async function upload(payload: Buffer | string, type: string, key: string) {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${camera.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': type, 'idempotency-key': key },
    payload,
  })
  expect(reply.statusCode).toBe(200)
  return reply.json() as Signal & { signalId: string }
}

/**
 * A mail of a microcontroller that runs the published example of a mail library. All its mails have the same Message-ID, no Date and no
 * picture.
 */
const BELL = cameraMail({ subject: 'Door sensor', text: 'The door was opened', id: 'abcde.fghij@esp' })

describe('a device that repeats the identical mail, without time or picture', () => {
  it('opens an alarm if it sends two minutes after the mail before', async () => {
    const first = await mail(BELL)
    clock.advance(119_000)
    expect(await mail(BELL)).toMatchObject({ duplicateOf: first.id, alarmId: first.alarmId })
    clock.advance(2_000)
    const second = await mail(BELL)
    expect(second).toMatchObject({ duplicateOf: null, alarmId: expect.any(String) })
    clock.advance(60_000)
    expect(await mail(BELL)).toMatchObject({ duplicateOf: second.id, alarmId: second.alarmId })
    clock.advance(24 * 3_600_000)
    const third = await mail(BELL)
    expect(third.duplicateOf).toBeNull()
    expect(new Set([first, second, third].map(({ alarmId }) => alarmId)).size).toBe(3)
  })
})

describe('a mail with a picture', () => {
  it('is a repeat when it arrives again days later under its Message-ID', async () => {
    const message = cameraMail({ picture: JPEG, id: 'queued-0815-4711' })
    const first = await mail(message)
    clock.advance(2 * 86_400_000)
    expect(await mail(message)).toMatchObject({ duplicateOf: first.id })
  })

  it.each([
    ['Alert from Test Alarm Ltd', 'Zone 1'],
    ['Health Check Center: person at door', 'Zone 1'],
    ['Yard', 'Zone 1\n--\nThis is a test mail footer: we never send test messages.'],
    ['Camera 4', 'Rule: Test'],
  ])('is an alarm although it mentions tests: %s', async (subject, text) => {
    expect(await mail(cameraMail({ subject, text, picture: JPEG }))).toMatchObject({
      kind: 'alarm',
      alarmId: expect.any(String),
    })
  })
})

describe('a gateway that reuses one Idempotency-Key', () => {
  it('opens an alarm for different pictures; the same pictures are a repeat', async () => {
    const first = await upload(JPEG, 'image/jpeg', 'alarm')
    clock.advance(600_000)
    expect(await upload(JPEG, 'image/jpeg', 'alarm')).toMatchObject({ duplicateOf: first.signalId })
    expect((await upload(Buffer.concat([JPEG, JPEG]), 'image/jpeg', 'alarm')).duplicateOf).toBeNull()
  })

  it('opens an alarm for different unreadable bytes, and also for the same bytes later', async () => {
    const first = await upload('{"event":', 'application/json', 'alarm')
    expect(await upload('{"event":', 'application/json', 'alarm')).toMatchObject({ duplicateOf: first.signalId })
    expect((await upload('{"event": ', 'application/json', 'alarm')).duplicateOf).toBeNull()
    clock.advance(121_000)
    expect((await upload('{"event":', 'application/json', 'alarm')).duplicateOf).toBeNull()
  })

  it('opens an alarm for a picture that was a trial under that key before', async () => {
    await server.app.inject({
      method: 'POST',
      url: `/api/v1/view/${camera.viewId}/test-alarm`,
      headers: {
        cookie: tenant.admin.cookie,
        'x-requested-with': 'winnow',
        'content-type': 'image/jpeg',
        'idempotency-key': 'alarm',
      },
      payload: JPEG,
    })
    expect((await upload(JPEG, 'image/jpeg', 'alarm')).duplicateOf).toBeNull()
  })
})
