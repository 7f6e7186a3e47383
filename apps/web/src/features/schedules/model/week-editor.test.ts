import { minutesOf } from '@winnow/contract'
import { expect, test } from 'vitest'
import {
  between,
  editWeek,
  movedBy,
  startWeek,
  withEnd,
  withStart,
  type WeekAction,
  type WeekEditor,
} from './week-editor.ts'
import { DAY, toWire } from './week-windows.ts'

const h = (hours: number): number => hours * 60
const at = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:00`
const run = (state: WeekEditor, ...actions: readonly WeekAction[]): WeekEditor => actions.reduce(editWeek, state)
const wire = ({ windows }: WeekEditor) =>
  toWire(windows).map(({ day, start, end }) => [day, minutesOf(start), minutesOf(end)])
const night = startWeek([{ day: 1, start: at(h(22)), end: at(h(6)) }])
const [first = { id: 0, day: 1, start: h(22), length: h(8) } as const] = night.windows

test('a painted window is chosen, and joins those that it overlaps when it is dropped', () => {
  const painting = run(night, { type: 'add', ...between(1, h(20), h(23)) })
  expect(painting.selected).toBe(1)
  const done = run(painting, { type: 'drop' })
  expect(wire(done)).toEqual([[1, h(20), h(6)]])
  expect(done.windows.map(({ id }) => id)).toContain(done.selected)
})

test('painting keeps to the grid, in both directions, within the day', () => {
  expect(between(3, h(10) + 4, h(8) + 8)).toEqual({ day: 3, start: h(8) + 15, length: 105 })
  expect(between(3, DAY, DAY)).toEqual({ day: 3, start: DAY - 15, length: 15 })
  expect(between(3, 0, 2)).toEqual({ day: 3, start: 0, length: 15 })
})

test('a window moves over midnight and over the end of the week', () => {
  expect(movedBy(first, h(3))).toEqual({ day: 2, start: h(1), length: h(8) })
  expect(movedBy(first, -DAY)).toEqual({ day: 0, start: h(22), length: h(8) })
  expect(movedBy({ ...first, day: 0 }, DAY)).toEqual({ day: 1, start: h(22), length: h(8) })
})

test('an edge moves alone, and a window is never empty and never longer than a day', () => {
  expect(withStart(first, -h(2))).toEqual({ day: 1, start: h(20), length: h(10) })
  expect(withStart(first, h(40))).toEqual({ day: 2, start: h(6) - 15, length: 15 })
  expect(withStart(first, -h(40))).toEqual({ day: 1, start: h(6), length: DAY })
  expect(withEnd(first, h(2))).toEqual({ day: 1, start: h(22), length: h(10) })
  expect(withEnd(first, h(40))).toEqual({ day: 1, start: h(22), length: DAY })
  expect(withEnd(first, -h(40))).toEqual({ day: 1, start: h(22), length: 15 })
})

test('a day is copied in place of the windows that begin on the other days', () => {
  const given = startWeek([
    { day: 1, start: at(h(22)), end: at(h(6)) },
    { day: 2, start: at(h(9)), end: at(h(10)) },
    { day: 3, start: at(h(9)), end: at(h(10)) },
  ])
  expect(wire(run(given, { type: 'copy', from: 1, to: [1, 2, 0] }))).toEqual([
    [1, h(22), h(6)],
    [2, h(22), h(6)],
    [3, h(9), h(10)],
    [0, h(22), h(6)],
  ])
})

test('each step can be undone and done again, a drag as a whole', () => {
  const moved = run(
    night,
    { type: 'grab' },
    { type: 'place', id: 0, ...movedBy(first, 15) },
    { type: 'place', id: 0, ...movedBy(first, 30) },
    { type: 'drop' },
  )
  expect(wire(moved)).toEqual([[1, h(22) + 30, h(6) + 30]])
  const gone = run(moved, { type: 'clear', day: 1 })
  expect(wire(gone)).toEqual([])
  expect(wire(run(gone, { type: 'undo' }))).toEqual(wire(moved))
  expect(wire(run(gone, { type: 'undo' }, { type: 'undo' }, { type: 'undo' }))).toEqual(wire(night))
  expect(wire(run(gone, { type: 'undo' }, { type: 'undo' }, { type: 'redo' }))).toEqual(wire(moved))
  // A new step forgets what was undone.
  expect(wire(run(gone, { type: 'undo' }, { type: 'delete', id: 0 }, { type: 'redo' }))).toEqual([])
})
