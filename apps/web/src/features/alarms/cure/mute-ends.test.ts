import { expect, test } from 'vitest'
import { endOfMute } from './mute-ends.ts'

const NOW = new Date('2026-11-24T22:30:00Z')

test.each([
  ['hour', 'Europe/Madrid', '2026-11-24T23:30:00.000Z'],
  // 23:30 at the site: the day ends in half an hour.
  ['today', 'Europe/Madrid', '2026-11-24T23:00:00.000Z'],
  ['today', 'America/New_York', '2026-11-25T05:00:00.000Z'],
  ['today', 'Asia/Kolkata', '2026-11-25T18:30:00.000Z'],
  ['day', 'Europe/Madrid', '2026-11-25T22:30:00.000Z'],
] as const)('muting for %s in %s ends at %s', (mute, zone, end) => {
  expect(endOfMute(mute, NOW, zone).toISOString()).toBe(end)
})

test('a day in which clocks change has the same time at its end', () => {
  // In Berlin clocks are put forward on 29 March 2026.
  expect(endOfMute('day', new Date('2026-03-28T12:00:00Z'), 'Europe/Berlin').toISOString()).toBe(
    '2026-03-29T11:00:00.000Z',
  )
})

test('where clocks skip midnight, the day ends at its last moment', () => {
  // In Cairo clocks were put forward from 0:00 to 1:00 on 24 April 2026.
  expect(endOfMute('today', new Date('2026-04-23T12:00:00Z'), 'Africa/Cairo').toISOString()).toBe(
    '2026-04-23T22:00:00.000Z',
  )
})
