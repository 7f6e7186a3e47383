import { createFakeClock } from '@winnow/testkit'
import { expect, it } from 'vitest'
import { createRepetitions } from './repetitions.ts'

it('takes no event for a repetition because the clock was set back', () => {
  let now = Date.parse('2026-11-27T08:00:00Z')
  const isRepeated = createRepetitions({ now: () => new Date(now) })
  const reports = (): boolean => isRepeated('1 VMD', { isOver: false })
  expect(reports()).toBe(false)
  now += 1_000
  expect(reports()).toBe(true)
  now -= 3_600_000
  expect(reports()).toBe(false)
  now += 1_000
  expect(reports()).toBe(true)
})

it('goes on telling the repetitions that it knows from a device that invents events', () => {
  const clock = createFakeClock(new Date('2026-11-27T08:00:00Z'))
  const isRepeated = createRepetitions(clock)
  for (let n = 0; n < 1_100; n++) isRepeated(`${n}`, { isOver: false })
  clock.advance(11_000)
  expect(isRepeated('1', { isOver: false })).toBe(false)
  expect(isRepeated('1', { isOver: false })).toBe(true)
})
