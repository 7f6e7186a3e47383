import { expect, test } from 'vitest'
import { againIn } from './use-node-counts.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const ends = (...times: (string | null)[]) => times.map((nextPauseEnd) => ({ nextPauseEnd, nextScheduleChange: null }))

test('counts are loaded again when the next pause ends, and otherwise once a minute', () => {
  expect(againIn([], NOW)).toBe(60_000)
  expect(againIn(ends(null, '2026-11-23T12:05:00Z'), NOW)).toBe(60_000)
  expect(againIn(ends('2026-11-23T12:00:40Z', null, '2026-11-23T12:00:10Z'), NOW)).toBe(10_500)
  expect(againIn(ends('2026-11-23T11:59:59Z'), NOW)).toBe(60_000)
})

test('counts are loaded again when a schedule changes', () => {
  const of = (nextScheduleChange: string) => [{ nextPauseEnd: '2026-11-23T12:00:40Z', nextScheduleChange }]
  expect(againIn(of('2026-11-23T12:00:20Z'), NOW)).toBe(20_500)
  expect(againIn(of('2026-11-23T11:00:00Z'), NOW)).toBe(40_500)
})
