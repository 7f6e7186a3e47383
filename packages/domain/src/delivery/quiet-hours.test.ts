import { expect, it } from 'vitest'
import { endOfQuiet } from './quiet-hours.ts'

const at = (text: string): Date => new Date(text)

it.each([
  // Berlin is an hour ahead in winter.
  ['22:00-06:00', '2026-01-10T20:59:59Z', undefined],
  ['22:00-06:00', '2026-01-10T21:00:00Z', '2026-01-11T05:00:00Z'],
  ['22:00-06:00', '2026-01-11T04:59:59Z', '2026-01-11T05:00:00Z'],
  ['22:00-06:00', '2026-01-11T05:00:00Z', undefined],
  ['12:00-13:30', '2026-01-10T11:15:00Z', '2026-01-10T12:30:00Z'],
  ['12:00-13:30', '2026-01-10T12:30:00Z', undefined],
  ['', '2026-01-10T23:00:00Z', undefined],
  ['12:00-12:00', '2026-01-10T11:00:00Z', undefined],
  ['25:00-06:00', '2026-01-10T23:00:00Z', undefined],
])('quiet hours %s at %s end at %s', (hours, now, end) => {
  expect(endOfQuiet(hours, 'Europe/Berlin', at(now))).toEqual(end && at(end))
})

it('quiet hours end at the local time, also in the night in which clocks are put forward or back', () => {
  expect(endOfQuiet('22:00-06:00', 'Europe/Berlin', at('2026-03-28T22:00:00Z'))).toEqual(at('2026-03-29T04:00:00Z'))
  expect(endOfQuiet('22:00-06:00', 'Europe/Berlin', at('2026-10-24T21:00:00Z'))).toEqual(at('2026-10-25T05:00:00Z'))
  // The end falls into the hour that is skipped.
  expect(endOfQuiet('22:00-02:30', 'Europe/Berlin', at('2026-03-28T22:00:00Z'))).toEqual(at('2026-03-29T01:30:00Z'))
})
