import { expect, test } from 'vitest'
import { usualIdleHours } from './usual-silence.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const hours = (hour: number) => hour * 3_600_000

test.each([
  ['every few minutes', 0.1, 2],
  ['at least every two hours', 2, 3],
  ['by night only', 14, 21],
  ['on working days only', 62, 93],
  ['once a week', 168, 168],
])(
  'a camera that sends %s, with a usual silence of %s hours, is silent after %s hours',
  (_rhythm, silence, expected) => {
    expect(usualIdleHours({ firstAlarmAt: daysAgo(27), usualSilenceMs: hours(silence) }, NOW)).toBe(expected)
  },
)

test.each([
  ['whose first alarm came 20.9 days ago', 20.9, hours(5)],
  ['with fewer than three silences', 27, null],
])('nothing is usual yet for a camera %s', (_case, days, usualSilenceMs) => {
  expect(usualIdleHours({ firstAlarmAt: daysAgo(days), usualSilenceMs }, NOW)).toBeNull()
})
