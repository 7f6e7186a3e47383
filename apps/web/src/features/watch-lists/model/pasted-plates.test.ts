import { expect, test } from 'vitest'
import { pastedPlates, plateText } from './pasted-plates.ts'

const LIMITS = { min: 2, max: 10, note: 20 }
const read = (text: string) =>
  pastedPlates(text, LIMITS).map(({ line, plate, note, problem }) => [line, plate, note, problem])

test('plates stand one a line, however they are spaced', () => {
  expect(read('AB12 CDE\nb-xy 123\r\n  1ABC234  ')).toEqual([
    [1, 'AB12CDE', '', null],
    [2, 'BXY123', '', null],
    [3, '1ABC234', '', null],
  ])
  expect(plateText('M·AB 1–2')).toBe('MAB12')
})

test('a file of columns has a note in the second, and its heading is no plate', () => {
  expect(read('\uFEFFKennzeichen;Notiz\nAB12CDE;"white van"\n\nXY99ZZ\tstolen\nQQ11QQ,"a ""red"" car"')).toEqual([
    [2, 'AB12CDE', 'white van', null],
    [4, 'XY99ZZ', 'stolen', null],
    [5, 'QQ11QQ', 'a "red" car', null],
  ])
})

test('each wrong line says what is wrong with it', () => {
  expect(read('A\nABCDEFGHIJK\nAB?12\nAB12CDE;a note that is far too long\nXY99\nxy-99')).toEqual([
    [1, 'A', '', 'too-short'],
    [2, 'ABCDEFGHIJK', '', 'too-long'],
    [3, 'AB?12', '', 'characters'],
    [4, 'AB12CDE', 'a note that is far too long', 'note-too-long'],
    [5, 'XY99', '', null],
    [6, 'XY99', '', 'repeated'],
  ])
})

test('a hundred thousand lines are read at once', () => {
  const text = Array.from({ length: 100_000 }, (_none, at) => `AB${at}`).join('\n')
  expect(pastedPlates(text, LIMITS).filter(({ problem }) => problem !== null)).toEqual([])
})

test('nothing pasted has no lines', () => {
  expect(read(' \n\n')).toEqual([])
})
