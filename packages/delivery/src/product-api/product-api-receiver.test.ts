import { alarmMessage } from '@winnow/contract'
import { expect, it, onTestFinished } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { NOW, SAMPLE_RULE, sampleAlarm } from '../testing/sample-alarm.ts'
import { webhookContent } from '../webhook/body.ts'
import { productApiReceiver } from './product-api-receiver.ts'

it.each([
  ['an alarm', sampleAlarm({ rules: [{ ...SAMPLE_RULE, plate: { read: 'B AB 1', listed: null, list: null } }] })],
  ['a correction', sampleAlarm({ type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'unverified' } })],
  ['a test', sampleAlarm({ type: 'test', score: null, detections: [], pictures: [], deviceTime: null })],
])('the schema of messages says all that a webhook says of %s, and nothing else', (_what, alarm) => {
  const content = webhookContent(alarm, { jpeg: Buffer.from([1]), name: 'x.jpg' })
  expect(alarmMessage.parse(content)).toEqual(content)
})

it.each([
  [undefined, false],
  ['2026-03-01T11:58:00.000Z', false],
  ['2026-03-01T11:59:00.000Z', true],
])('a station that asked last at %s is there: %s', async (readAt, ok) => {
  const guard = createGuard({ allowedNetworks: [], ownAddresses: [] })
  onTestFinished(() => guard.close())
  const mailer = createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' })
  const deps = { now: NOW, guard, mailer }
  const state = readAt === undefined ? {} : { readAt }
  expect(await productApiReceiver.heartbeat?.(state, { heartbeatSeconds: 70 }, deps)).toMatchObject({ ok })
})

it('a silence of less than a reader may wait is refused', () => {
  expect(productApiReceiver.parse({ heartbeatSeconds: 10 })).toMatchObject({
    ok: false,
    errors: [{ field: 'heartbeatSeconds' }],
  })
  expect(productApiReceiver.parse({ heartbeatSeconds: 0 })).toMatchObject({ ok: true })
})
