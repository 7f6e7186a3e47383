import { createDeadline } from '@winnow/domain'
import { expect, it } from 'vitest'
import { createTimeNeeded } from './time-needed.ts'

it('follows the duration of analyses, and never exceeds half of the deadline', () => {
  const needed = createTimeNeeded(createDeadline(15))
  for (let time = 0; time < 50; time++) needed.measured(400)
  expect(needed.marginMs()).toBeCloseTo(800, -1)
  for (let time = 0; time < 50; time++) needed.measured(20_000)
  expect(needed.marginMs()).toBe(7_500)
})

it('calls for fewer looks once half of the deadline was waited, and before alarms are set aside', () => {
  const needed = createTimeNeeded(createDeadline(16))
  for (let time = 0; time < 50; time++) needed.measured(400)
  expect([16_000, 8_000, 7_999, 1, 0, -5_000].map((left) => needed.isShort(left))).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ])
  for (let time = 0; time < 50; time++) needed.measured(20_000)
  expect([13_000, 11_999].map((left) => needed.isShort(left))).toEqual([false, true])
  expect(needed.isShort(needed.marginMs() + 1)).toBe(true)
})
