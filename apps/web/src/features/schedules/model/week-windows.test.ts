import { expect, test } from 'vitest'
import {
  DAY,
  DAYS,
  type EditedWindow,
  joined,
  countedMinutes,
  partsOf,
  toEdited,
  toWire,
  WEEK,
} from './week-windows.ts'

const h = (hours: number): number => hours * 60
/** A minute of the day as on the wire. */
const at = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

test.each([
  ['a window within a day', { day: 1, start: at(h(8)), end: at(h(17)) }],
  ['a window into the next day', { day: 5, start: at(h(22)), end: at(h(6)) }],
  ['a window to the end of the day', { day: 0, start: at(h(20)), end: at(DAY) }],
  ['a window of a whole day from noon', { day: 3, start: at(h(12)), end: at(h(12)) }],
  ['a whole day', { day: 6, start: at(0), end: at(DAY) }],
  ['the default window · SCHEDULES-003', { day: 1, start: at(0), end: at(h(8)) }],
])('%s is the same after editing', (_, window) => {
  expect(toWire(toEdited([window]))).toEqual([window])
})

test.each<[string, readonly [number, number, number][], readonly [number, number, number][]]>([
  [
    'windows that overlap',
    [
      [1, h(8), h(12)],
      [1, h(11), h(14)],
    ],
    [[1, h(8), h(14)]],
  ],
  [
    'windows that touch within a day',
    [
      [1, h(8), h(12)],
      [1, h(12), h(14)],
    ],
    [[1, h(8), h(14)]],
  ],
  [
    'a window inside another one',
    [
      [2, h(8), h(18)],
      [2, h(9), h(10)],
    ],
    [[2, h(8), h(18)]],
  ],
  [
    'windows that overlap after midnight',
    [
      [1, h(22), h(6)],
      [2, h(5), h(9)],
    ],
    [[1, h(22), h(9)]],
  ],
  [
    'windows that overlap over the end of the week',
    [
      [0, h(22), h(6)],
      [1, h(5), h(9)],
    ],
    [[0, h(22), h(9)]],
  ],
])('%s are one', (_, given, expected) => {
  const windows = given.map(([day, start, end]) => ({ day, start: at(start), end: at(end) }))
  expect(toWire(toEdited(windows))).toEqual(
    expected.map(([day, start, end]) => ({ day, start: at(start), end: at(end) })),
  )
  expect(toWire(toEdited(windows.toReversed()))).toEqual(
    expected.map(([day, start, end]) => ({ day, start: at(start), end: at(end) })),
  )
})

test('windows that touch at midnight stay apart, since a special day replaces only those that begin on it', () => {
  const windows = [
    { day: 1, start: at(h(20)), end: at(DAY) },
    { day: 2, start: at(0), end: at(h(6)) },
  ]
  expect(toWire(toEdited(windows))).toEqual(windows)
})

test('what is longer than a day is split at midnight', () => {
  const windows = [
    { day: 5, start: at(h(18)), end: at(h(12)) },
    { day: 6, start: at(h(10)), end: at(h(20)) },
  ]
  expect(toWire(toEdited(windows))).toEqual([
    { day: 5, start: at(h(18)), end: at(DAY) },
    { day: 6, start: at(0), end: at(h(20)) },
  ])
})

test('a day shows what begins on it and the rest of the night before', () => {
  const windows = toEdited([
    { day: 0, start: at(h(22)), end: at(h(6)) },
    { day: 1, start: at(h(20)), end: at(DAY) },
  ])
  expect(partsOf(windows, 1).map(({ from, to, isFirst, isLast }) => [from, to, isFirst, isLast])).toEqual([
    [0, h(6), false, true],
    [h(20), DAY, true, true],
  ])
  expect(partsOf(windows, 2)).toEqual([])
  expect(partsOf(windows, 0).map(({ from, to, isFirst, isLast }) => [from, to, isFirst, isLast])).toEqual([
    [h(22), DAY, true, false],
  ])
})

/** Which minutes of the week the windows cover, minute by minute. */
function covered(windows: readonly EditedWindow[]): Uint8Array {
  const minutes = new Uint8Array(WEEK)
  for (const { day, start, length } of windows)
    for (let n = 0; n < length; n += 1) minutes[(DAYS.indexOf(day) * DAY + start + n) % WEEK] = 1
  return minutes
}

test('joining keeps each minute of the week, never overlaps, and changes nothing the second time', () => {
  // A seeded generator: the same 300 weeks at each run.
  let seed = 17
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let run = 0; run < 300; run += 1) {
    const windows = Array.from({ length: random(9) }, (_, id) => ({
      id,
      day: DAYS[random(7)] ?? 1,
      start: random(DAY),
      length: 1 + random(run % 2 === 0 ? DAY : 240),
    }))
    const once = joined(windows)
    expect(Buffer.from(covered(once)).equals(Buffer.from(covered(windows)))).toBe(true)
    expect(countedMinutes(once)).toBe(covered(windows).reduce((sum, each) => sum + each, 0))
    expect(once.every(({ length }) => length >= 1 && length <= DAY)).toBe(true)
    expect(new Set(once.map(({ id }) => id)).size).toBe(once.length)
    expect(joined(once)).toEqual(once)
  }
})
