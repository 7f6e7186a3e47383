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

test('draws as many as asked for, in their order, and prints the seed that draws them again', () => {
  const drawn = draw()
  expect(drawn).toHaveLength(3)
  expect(drawn).toEqual(drawn.toSorted())
  expect(draw()).toEqual(drawn)
  expect(printed[0]).toBe('Drawn by WINNOW_TEST_SEED=wheat: 3 of 10 letters')
})

test('draws every case sooner or later, and not the same of every sweep', () => {
  const drawn = new Set<string>()
  for (let seed = 0; seed < 50; seed += 1) {
    vi.stubEnv('WINNOW_TEST_SEED', `${seed}`)
    for (const letter of draw()) drawn.add(letter)
  }
  expect(drawn.size).toBe(LETTERS.length)
  vi.stubEnv('WINNOW_TEST_SEED', 'wheat')
  expect(new Set(['one', 'two', 'three', 'four'].map((of) => draw(of).join(''))).size).toBeGreaterThan(1)
})

test('draws all where the whole sweep is asked for', () => {
  vi.stubEnv('WINNOW_SWEEPS', 'whole')
  expect(draw()).toEqual(LETTERS)
})

test('a test that runs alone has a seed of its own for its whole run', () => {
  vi.stubEnv('WINNOW_TEST_SEED', undefined)
  const seed = seedOfRun()
  expect(seed).toMatch(/^[0-9a-f]{8}$/)
  expect(seedOfRun()).toBe(seed)
})
