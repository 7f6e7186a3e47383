import { describe, expect, test } from 'vitest'
import { distanceOf, hasOpenTwin, isPlausible, isSamePlate, normalisePlate } from './plate-text.ts'

test('a plate is stored as capital letters and digits only', () => {
  expect(normalisePlate(' m-ab 12·34 ')).toBe('MAB1234')
  expect(normalisePlate('–')).toBe('')
})

test('texts that differ only in look-alike characters are the same plate', () => {
  expect(isSamePlate('ML0-C2S', 'mloc25')).toBe(true)
  expect(isSamePlate('B81', '88I')).toBe(true)
  expect(isSamePlate('ABC123', 'ABC124')).toBe(false)
  expect(isSamePlate('ABC123', 'ABC12')).toBe(false)
})

test.each([
  ['', '', 0],
  ['AB1', '', 3],
  ['AB12', 'A12', 1],
  ['AB12', 'XAB12', 1],
  ['AB12', 'BA12', 2],
  ['RK576AH', 'RK578AH', 1],
])('from %s to %s the distance is %i characters', (a, b, distance) => {
  expect(distanceOf(a, b)).toBe(distance)
  expect(distanceOf(b, a)).toBe(distance)
})

test.each([
  ['AB12', true],
  ['WSQ3021', true],
  ['AB1', false],
  ['ABCD12345', false],
  ['POLICE', false],
])('%s may be a plate: %s', (text, expected) => {
  expect(isPlausible(text)).toBe(expected)
})

describe('O, 0, I and 1', () => {
  test.each(['WSQ3021', 'BS47040', 'KH41', 'KHTEX7'])('are read by the digits around them in %s', (text) => {
    expect(hasOpenTwin(text)).toBe(false)
  })
  test.each(['PP587A0', 'MLOC2', 'S1819AK', 'RK115AN', 'OUG6257', '4O4'])('are ambiguous in %s', (text) => {
    expect(hasOpenTwin(text)).toBe(true)
  })
})
