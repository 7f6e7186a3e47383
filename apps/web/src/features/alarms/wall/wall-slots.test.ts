import { describe, expect, test } from 'vitest'
import { buildRow } from '../testing/alarm-factory.ts'
import { fitSlots, layoutOf, placeAlarm, type Slots } from './wall-slots.ts'

const camera = (n: number, name: string, version = 1) => buildRow(n, { viewId: name, viewName: name, version })
const shown = (slots: Slots) => slots.map(({ viewId, id }) => `${viewId}${Number.parseInt(id.slice(-4), 16)}`)

describe('an alarm on the wall', () => {
  const wall = [camera(5, 'a'), camera(4, 'b'), camera(3, 'c')]

  test('replaces the tile of its camera in place', () => {
    expect(shown(placeAlarm(wall, camera(9, 'b'), 3))).toEqual(['a5', 'b9', 'c3'])
  })

  test('that is older than the tile of its camera, or the same, changes nothing', () => {
    expect(placeAlarm(wall, camera(2, 'b'), 3)).toBe(wall)
    expect(placeAlarm(wall, camera(4, 'b'), 3)).toBe(wall)
  })

  test('that changed replaces its older version', () => {
    expect(placeAlarm(wall, camera(4, 'b', 2), 3)[1]?.version).toBe(2)
  })

  test('of a new camera takes a free place, or the place of the oldest alarm', () => {
    expect(shown(placeAlarm(wall, camera(6, 'd'), 4))).toEqual(['a5', 'b4', 'c3', 'd6'])
    expect(shown(placeAlarm(wall, camera(6, 'd'), 3))).toEqual(['a5', 'b4', 'd6'])
    expect(placeAlarm(wall, camera(1, 'd'), 3)).toBe(wall)
  })

  test('after ten thousand others leaves the wall as large as it was', () => {
    let slots: Slots = wall
    for (let n = 10; n < 10_010; n++) slots = placeAlarm(slots, camera(n, `cam${n % 97}`), 12)
    expect(slots).toHaveLength(12)
    expect(new Set(slots.map(({ viewId }) => viewId)).size).toBe(12)
  })
})

test('a smaller wall keeps the newest alarms in their order', () => {
  expect(shown(fitSlots([camera(1, 'a'), camera(9, 'b'), camera(5, 'c')], 2))).toEqual(['b9', 'c5'])
})

test.each([
  [390, 700, { columns: 1, capacity: 24 }],
  [1440, 800, { columns: 5, capacity: 15 }],
  [1920, 1000, { columns: 6, capacity: 24 }],
  [3840, 2100, { columns: 8, capacity: 48 }],
])('a window of %i × %i has room for %o', (width, height, layout) => {
  expect(layoutOf(width, height)).toEqual(layout)
})
