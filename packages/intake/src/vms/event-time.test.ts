import { expect, it } from 'vitest'
import { eventTime } from './event-time.ts'

const receivedAt = new Date('2026-05-06T07:08:30.500Z')
const at = (deviceTime: string | null) => eventTime(deviceTime, receivedAt).toISOString()

it.each([
  ['of a message with a zone', '2026-05-06T09:08:21+02:00', '2026-05-06T07:08:21.000Z'],
  ['without a zone, of a recorder in New York', '2026-05-06T03:08:21', '2026-05-06T07:08:21.000Z'],
  ['without a zone, of a recorder in Nepal', '2026-05-06T12:53:21', '2026-05-06T07:08:21.000Z'],
  ['without a zone, of a recorder a day ahead', '2026-05-06T21:08:21', '2026-05-06T07:08:21.000Z'],
  ['of a clock that is a little ahead', '2026-05-06T07:08:32Z', '2026-05-06T07:08:32.000Z'],
])('a time %s is that of the event', (_what, deviceTime, expected) => {
  expect(at(deviceTime)).toBe(expected)
})

it.each([
  ['none', null],
  ['a wrong clock with a zone', '2019-05-06T07:08:21Z'],
  ['a wrong clock without a zone', '2026-05-06T07:14:21'],
  ['the future', '2026-05-06T07:08:45Z'],
  ['nonsense', 'yesterday'],
  ['an impossible day', '2026-13-45T99:99:99'],
])('where the time is not to be believed (%s), it is that of the receipt', (_what, deviceTime) => {
  expect(at(deviceTime)).toBe(receivedAt.toISOString())
})
