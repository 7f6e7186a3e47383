import { expect, test } from 'vitest'
import { chanceOf } from './chance.ts'

test.each([
  [0, 0, 1],
  [3, 3, 1],
  [0, 5, 0.0625],
  [0, 6, 0.03125],
  [6, 0, 0.03125],
  [1, 9, 0.021484375],
])('the probability that a difference of %i and %i is chance is %f', (one, other, chance) => {
  expect(chanceOf(one, other)).toBeCloseTo(chance, 10)
})
