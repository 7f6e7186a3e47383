import type { AlarmRow } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { alarmId, buildAlarm, buildDetection, buildFrame, buildRow } from '../testing/alarm-factory.ts'
import { arrange, singleCards } from './lines.ts'
import { keyPicture, pictureOrder, picturesOf, prefetchPlan } from './prefetch-plan.ts'

const rows = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => buildRow(n))
const plan = (of: readonly AlarmRow[], id: string | null, direction?: 'next' | 'previous') =>
  prefetchPlan(arrange(singleCards(of), new Set()), id, direction).map((found) => Number.parseInt(found.slice(-12), 16))

describe('prefetched alarms', () => {
  test('when moving down: four older alarms, then the alarm above', () => {
    expect(plan(rows, alarmId(7), 'previous')).toEqual([6, 5, 4, 3, 8])
  })
  test('when moving up: the newer alarms, then the alarm below', () => {
    expect(plan(rows, alarmId(7), 'next')).toEqual([8, 9, 6])
  })
  test('at the ends: only existing alarms', () => {
    expect(plan(rows, alarmId(9), 'next')).toEqual([8])
    expect(plan(rows, alarmId(1), 'previous')).toEqual([2])
    expect(plan([], alarmId(1), 'previous')).toEqual([])
  })
  test('without an open alarm: the newest', () => {
    expect(plan(rows, null)).toEqual([9])
    expect(plan([], null)).toEqual([])
  })
  test('around an alarm outside the list: its neighbours by age', () => {
    const holes = rows.filter((row) => row.id !== alarmId(7))
    expect(plan(holes, alarmId(7), 'previous')).toEqual([6, 5, 4, 3, 8])
  })
})

describe('the picture that an alarm opens with', () => {
  const id = alarmId(1)
  const frames = [0, 1, 2, 3].map((position) => buildFrame(id, position))

  const none = { detections: [], reasons: [] }

  test('is found among frames with a picture, in order of their positions', () => {
    const mixed = [buildFrame(id, 2), buildFrame(id, 0, { kind: 'clip', url: null }), buildFrame(id, 1)]
    expect(picturesOf(mixed).map((picture) => picture.position)).toEqual([1, 2])
  })
  test('is the one with the strongest sighting that supports the alarm', () => {
    const detections = [
      buildDetection({ frame: 1, score: 0.5 }),
      buildDetection({ frame: 3, score: 0.8 }),
      buildDetection({ frame: 2, score: 0.99, doubt: 'animal' }),
    ]
    expect(keyPicture(picturesOf(frames), { detections, reasons: [] })).toBe(3)
  })
  test('without such a sighting is the first with motion and, without motion, the first', () => {
    const moving = frames.with(2, buildFrame(id, 2, { motion: [{ x: 0, y: 0, width: 0.1, height: 0.1 }] }))
    expect(keyPicture(picturesOf(moving), none)).toBe(2)
    expect(keyPicture(picturesOf(frames), none)).toBe(0)
    expect(keyPicture([], none)).toBe(0)
  })
  test('is the start of the prefetch order', () => {
    expect(pictureOrder(buildAlarm(1)).map((url) => url.split('/').at(-2))).toEqual(['1', '2', '0'])
  })
})
