import { assert, double, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { backOffMs } from './back-off.ts'

it('waits a second at first, twice as long after each further try, and a minute at most', () => {
  expect([1, 2, 3, 6, 7, 1_000_000].map((tries) => backOffMs(tries, 1))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ])
})

it('draws half of the pause, and never waits longer or shorter', () => {
  assert(
    property(integer({ min: 1, max: 1e9 }), double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
      const [least, most] = [backOffMs(tries, 0), backOffMs(tries, 1)]
      expect(most).toBe(least * 2)
      expect(backOffMs(tries, random)).toBeGreaterThanOrEqual(least)
      expect(backOffMs(tries, random)).toBeLessThanOrEqual(most)
    }),
  )
})

it('leaves a device that refused the login alone for minutes, since it locks the user after a few tries', () => {
  expect(backOffMs(1, 0, { refusesLogin: true })).toBe(450_000)
})
