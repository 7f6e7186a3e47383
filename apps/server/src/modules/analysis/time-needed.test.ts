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
