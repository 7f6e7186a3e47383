import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawSample, seedOfRun } from './draw-sample.ts'

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
let printed: string[] = []

beforeEach(() => {
  printed = []
  vi.stubEnv('WINNOW_SWEEPS', undefined)
  vi.stubEnv('WINNOW_TEST_SEED', 'wheat')
})
afterEach(() => vi.unstubAllEnvs())

const draw = (of = 'letters') => drawSample(LETTERS, { of, count: 3, print: (line) => void printed.push(line) })

test('the requested number of cases is drawn, in their order, and the seed to draw them again is printed', () => {
  const drawn = draw()
  expect(drawn).toHaveLength(3)
  expect(drawn).toEqual(drawn.toSorted())
  expect(draw()).toEqual(drawn)
  expect(printed[0]).toBe('Drawn by WINNOW_TEST_SEED=wheat: 3 of 10 letters')
})

test('every case is drawn by some seed, and one seed draws different cases of different sweeps', () => {
  const drawn = new Set<string>()
  for (let seed = 0; seed < 50; seed += 1) {
    vi.stubEnv('WINNOW_TEST_SEED', `${seed}`)
    for (const letter of draw()) drawn.add(letter)
  }
  expect(drawn.size).toBe(LETTERS.length)
  vi.stubEnv('WINNOW_TEST_SEED', 'wheat')
  expect(new Set(['one', 'two', 'three', 'four'].map((of) => draw(of).join(''))).size).toBeGreaterThan(1)
})

test('all cases are returned if WINNOW_SWEEPS is whole', () => {
  vi.stubEnv('WINNOW_SWEEPS', 'whole')
  expect(draw()).toEqual(LETTERS)
})

test('a run without a given seed has one new seed from its start to its end', () => {
  vi.stubEnv('WINNOW_TEST_SEED', undefined)
  const seed = seedOfRun()
  expect(seed).toMatch(/^[0-9a-f]{8}$/)
  expect(seedOfRun()).toBe(seed)
})
