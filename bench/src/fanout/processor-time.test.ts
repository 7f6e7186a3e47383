import { expect, it } from 'vitest'
import { parseProcessorTime } from './processor-time.ts'

it('reads user and kernel time, also of a program whose name has spaces and brackets', () => {
  const stat = '4242 (a) b (c) S 1 4242 4242 0 -1 4194560 100 0 0 0 250 50 7 9 20 0 11 0 1234 0 0'
  expect(parseProcessorTime(stat)).toBe(3_000)
})

it('is no number for a process that has ended', () => {
  expect(parseProcessorTime('')).toBeNaN()
})
