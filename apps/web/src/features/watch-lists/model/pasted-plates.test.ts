import { importWatchPlates, WATCH_LIST_LIMITS } from '@winnow/contract'
import { expect, test } from 'vitest'
import { importsOf, pastedPlates, plateProblem } from './pasted-plates.ts'

const read = (text: string) => pastedPlates(text).map(({ line, plate, note, problem }) => [line, plate, note, problem])

test('plates stand one a line, however they are spaced', () => {
  expect(read('AB12 CDE\nb-xy 123\r\n  MÜ·AB 1–2  ')).toEqual([
    [1, 'AB12 CDE', '', null],
    [2, 'b-xy 123', '', null],
    [3, 'MÜ·AB 1–2', '', null],
  ])
})

test('a file of columns has a note in the second, and its heading is no plate', () => {
  expect(read('\uFEFFKennzeichen;Notiz\nAB12CDE;"white van"\n\nXY99ZZ\tstolen\nQQ11QQ,"a ""red"" car"')).toEqual([
    [2, 'AB12CDE', 'white van', null],
    [4, 'XY99ZZ', 'stolen', null],
    [5, 'QQ11QQ', 'a "red" car', null],
  ])
})

test('each wrong line says what is wrong with it', () => {
  const long = 'x'.repeat(WATCH_LIST_LIMITS.note + 1)
  expect(
    read(`A\nABCDEFGHIJKLM\nAB?12\nAB12CDE;${long}\nXY99\nxy-99`).map(([line, , , problem]) => [line, problem]),
  ).toEqual([
    [1, 'too-short'],
    [2, 'too-long'],
    [3, 'characters'],
    [4, 'note-too-long'],
    [5, null],
    [6, 'repeated'],
  ])
})

test.each(['AB12 CDE', 'A', 'ABCDEFGHIJKLM', 'AB?12', '- -', 'MÜ AB 12', '東京 12', `A${' '.repeat(50)}B`])(
  'the console and the contract agree about %j',
  (plate) => {
    const checked = importWatchPlates.body?.safeParse({ plates: [{ plate }] })
    expect(plateProblem(plate.trim()) === null).toBe(checked?.success)
  },
)

test('a long list is imported in parts, and nothing pasted has no lines', () => {
  expect(importsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(importsOf([], 2)).toEqual([])
  expect(read(' \n\n')).toEqual([])
})
