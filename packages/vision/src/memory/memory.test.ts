import { describe, expect, test } from 'vitest'
import type { GreyImage } from '../motion/grey-image.ts'
import { isNewcomer, isParked, isStatue } from './recall.ts'
import type { Glimpse } from './recall.ts'
import { remember } from './remember.ts'
import type { Impression } from './remember.ts'
import { likeness, thumbnailOf } from './thumbnail.ts'
import { emptyMemory, isViewMemory } from './view-memory.ts'
import type { ViewMemory } from './view-memory.ts'

const START = Date.parse('2026-05-01T08:00:00Z')

function at(minutes: number): Date {
  return new Date(START + minutes * 60_000)
}

function picture(seed: number): GreyImage {
  const data = Float32Array.from(
    { length: 64 * 36 },
    (_, index) => 128 + 100 * Math.sin(index * 0.7 * seed) * Math.cos((index / 64) * 0.3 * seed),
  )
  return { width: 64, height: 36, data }
}

const scene = thumbnailOf(picture(1), 32, 18)
const look = thumbnailOf(picture(2), 16, 16)
const otherLook = thumbnailOf(picture(5), 16, 16)
const car: Glimpse = { class: 'vehicle', score: 0.6, box: { x: 0.3, y: 0.4, width: 0.2, height: 0.2 }, look }
const figure: Glimpse = { ...car, class: 'person' }

function after(memory: ViewMemory, minutes: number, change: Partial<Impression> = {}): ViewMemory {
  return remember(memory, { light: 'colour', scene, glimpses: [car], isComplete: true, now: at(minutes), ...change })
    .memory
}

describe('a car on single pictures', () => {
  test('is parked from the third alarm on', () => {
    const once = after(emptyMemory(), 0)
    expect(isParked(once, car, at(10))).toBe(false)
    const twice = after(once, 10)
    expect(isParked(twice, car, at(20))).toBe(true)
  })

  test('is not parked because one alarm was analysed three times', () => {
    const memory = after(after(after(emptyMemory(), 0), 0), 0.5)
    expect(memory.things).toMatchObject([{ seen: 1 }])
    expect(isParked(memory, car, at(0.5))).toBe(false)
  })

  test('that looks different or is at another place is another car', () => {
    const memory = after(after(emptyMemory(), 0), 10)
    expect(isParked(memory, { ...car, look: otherLook }, at(20))).toBe(false)
    expect(isParked(memory, { ...car, box: { ...car.box, x: 0.5 } }, at(20))).toBe(false)
  })

  test('is forgotten after two weeks', () => {
    const memory = after(after(emptyMemory(), 0), 10)
    expect(after(memory, 15 * 24 * 60, { glimpses: [] }).things).toEqual([])
  })
})

describe('a person', () => {
  const often = [0, 30, 60, 90].reduce(
    (memory, minutes) => after(memory, minutes, { glimpses: [figure] }),
    emptyMemory(),
  )

  test('is never suppressed because of earlier alarms alone', () => {
    expect(isParked(often, figure, at(120))).toBe(false)
  })

  test('that never moved in alarm after alarm over an hour is a statue', () => {
    expect(isStatue(often, figure, at(120))).toBe(true)
    const short = [0, 5, 10, 15].reduce(
      (memory, minutes) => after(memory, minutes, { glimpses: [figure] }),
      emptyMemory(),
    )
    expect(isStatue(short, figure, at(20))).toBe(false)
  })
})

describe('a standing car that an earlier alarm did not show', () => {
  const empty = [0, 5, 10].reduce((memory, minutes) => after(memory, minutes, { glimpses: [] }), emptyMemory())

  test('is new if the last look was recent', () => {
    expect(isNewcomer(empty, car, 'colour', at(20))).toBe(true)
  })

  test('is new however recent the last look was, and is known in the next alarm', () => {
    const seconds = 40 / 60
    expect(isNewcomer(empty, car, 'colour', at(10 + seconds))).toBe(true)
    const met = after(empty, 10 + seconds)
    expect(isNewcomer(met, car, 'colour', at(10 + 2 * seconds))).toBe(true)
    expect(isNewcomer(met, car, 'colour', at(10 + 5 * seconds))).toBe(false)
  })

  test('is not new after a long time without looks, or if the looks were only at night', () => {
    expect(isNewcomer(empty, car, 'colour', at(100))).toBe(false)
    expect(isNewcomer(empty, car, 'grey', at(20))).toBe(false)
  })

  test('is new within half a day if many looks show the place without it', () => {
    const known = [15, 20, 25].reduce((memory, minutes) => after(memory, minutes, { glimpses: [] }), empty)
    expect(isNewcomer(known, car, 'colour', at(25 + 31))).toBe(true)
    expect(isNewcomer(known, car, 'colour', at(25 + 11 * 60))).toBe(true)
    expect(isNewcomer(known, car, 'colour', at(25 + 13 * 60))).toBe(false)
  })

  test('is new at the place that another car left, but is not new only because one look did not detect it', () => {
    const left = after(after(empty, 15), 20, { glimpses: [] })
    expect(isNewcomer(left, { ...car, look: otherLook }, 'colour', at(25))).toBe(true)
    expect(isNewcomer(left, car, 'colour', at(25))).toBe(false)
    const relit = after(empty, 15)
    expect(isNewcomer(relit, { ...car, look: otherLook }, 'colour', at(20))).toBe(false)
  })

  test('is new at the place where a similar car stood before the last two looks', () => {
    const left = [10, 15, 20].reduce(
      (memory, minutes) => after(memory, minutes, { glimpses: [] }),
      after(after(emptyMemory(), 0), 5),
    )
    expect(isNewcomer(left, car, 'colour', at(25))).toBe(true)
  })

  test('is not new while it is detected weakly, but it is remembered', () => {
    const faint = { ...car, score: 0.2 }
    expect(isNewcomer(empty, faint, 'colour', at(20))).toBe(false)
    expect(isNewcomer(after(empty, 20, { glimpses: [faint] }), { ...car, score: 0.3 }, 'colour', at(25))).toBe(false)
  })

  test('is new according to an older memory, which has no time of the second-last look', () => {
    const older = structuredClone(empty)
    delete older.looked.colour!.before
    expect(isNewcomer(older, car, 'colour', at(20))).toBe(true)
    expect(isNewcomer(older, car, 'colour', at(10))).toBe(false)
  })

  test('is not new if it was there, or if the last looks ended early', () => {
    expect(isNewcomer(after(empty, 15), car, 'colour', at(20))).toBe(false)
    const hasty = [0, 5, 10].reduce(
      (memory, minutes) => after(memory, minutes, { glimpses: [], isComplete: false }),
      emptyMemory(),
    )
    expect(isNewcomer(hasty, car, 'colour', at(20))).toBe(false)
  })

  test('stays new when its own alarm is analysed again', () => {
    expect(isNewcomer(after(empty, 20), car, 'colour', at(20))).toBe(true)
    expect(isNewcomer(after(empty, 20, { isComplete: false }), car, 'colour', at(20))).toBe(true)
  })
})

describe('a camera that is turned', () => {
  const known = after(after(emptyMemory(), 0), 10)
  const elsewhere = { scene: thumbnailOf(picture(9), 32, 18), glimpses: [] }

  test('is recognised at the second alarm with the new view, and then everything is forgotten', () => {
    const first = remember(known, { light: 'colour', isComplete: true, now: at(20), ...elsewhere })
    expect(first.hasMoved).toBe(false)
    expect(first.memory.things).toHaveLength(1)
    const second = remember(first.memory, { light: 'colour', isComplete: true, now: at(30), ...elsewhere })
    expect(second.hasMoved).toBe(true)
    expect(second.memory.things).toEqual([])
  })

  test('is not confused with a picture full of a truck, nor with night', () => {
    const truck = after(known, 20, elsewhere)
    expect(remember(truck, { light: 'colour', scene, glimpses: [], isComplete: true, now: at(30) }).hasMoved).toBe(
      false,
    )
    const night = remember(truck, { light: 'grey', isComplete: true, now: at(40), ...elsewhere })
    expect(night.hasMoved).toBe(false)
    expect(night.memory.things).toHaveLength(1)
  })
})

const LOOKS = Array.from({ length: 100 }, (_, place) => thumbnailOf(picture(2 + place / 7), 16, 16))

/** Returns the sightings of a car park. Each alarm has three pictures in which the boxes vary slightly, and two models detect each car. */
function carPark(cars: number, alarm: number): Glimpse[] {
  const columns = Math.ceil(Math.sqrt(cars))
  const side = 0.8 / columns
  return Array.from({ length: cars * 6 }, (_, index) => {
    const place = index % cars
    const tremble = side * 0.05 * Math.sin(index * 7.3 + alarm * 2.1)
    return {
      class: 'vehicle' as const,
      score: 0.3 + (0.6 * ((place * 37) % cars)) / cars,
      look: LOOKS[place]!,
      box: {
        x: (place % columns) / columns + tremble,
        y: Math.floor(place / columns) / columns - tremble,
        width: side + tremble,
        height: side,
      },
    }
  })
}

describe('a car park', () => {
  const day = (cars: number) =>
    Array.from({ length: 12 }, (_, alarm) => alarm).reduce<{ memory: ViewMemory; newcomers: number[] }>(
      ({ memory, newcomers }, alarm) => {
        const glimpses = carPark(cars, alarm)
        const isNew = (glimpse: Glimpse) => isNewcomer(memory, glimpse, 'colour', at(10 * alarm))
        return {
          memory: after(memory, 10 * alarm, { glimpses }),
          newcomers: [...newcomers, glimpses.filter(isNew).length],
        }
      },
      { memory: emptyMemory(), newcomers: [] },
    )
  const bay: Glimpse = { ...car, box: { x: 0.93, y: 0.93, width: 0.06, height: 0.06 } }

  test.each([30, 100])('of %i cars never has new cars while nothing changes', (cars) => {
    expect(day(cars).newcomers).toEqual(Array.from({ length: 12 }, () => 0))
  })

  test('of 30 cars is remembered completely, with each car once, and an arriving car is new', () => {
    const { memory } = day(30)
    expect(memory.things.map(({ seen }) => seen)).toEqual(Array.from({ length: 30 }, () => 12))
    expect(isNewcomer(memory, bay, 'colour', at(120))).toBe(true)
  })

  test('of 100 cars is remembered in part, and always the same part', () => {
    const { memory } = day(100)
    expect(memory.things.length).toBeLessThan(100)
    expect(memory.things.every(({ seen }) => seen === 12)).toBe(true)
    expect(isNewcomer(memory, bay, 'colour', at(120))).toBe(false)
  })

  test('without its cars is no longer crowded', () => {
    const quiet = Array.from({ length: 12 }, (_, alarm) => 120 + 10 * alarm).reduce(
      (memory, minutes) => after(memory, minutes, { glimpses: carPark(5, minutes) }),
      day(100).memory,
    )
    expect(isNewcomer(quiet, bay, 'colour', at(240))).toBe(true)
  })
})

test('with a standing person never treats that person as parked or as a statue', () => {
  const crowd = carPark(100, 0)
  const memory = [0, 30, 60, 90].reduce((known, minutes) => after(known, minutes, { glimpses: crowd }), emptyMemory())
  expect(isParked(memory, figure, at(120))).toBe(false)
  expect(isStatue(memory, figure, at(120))).toBe(false)
  const faintly = [0, 30, 60, 90].reduce(
    (known, minutes) => after(known, minutes, { glimpses: [{ ...figure, score: 0.2 }] }),
    emptyMemory(),
  )
  expect(isStatue(faintly, figure, at(120))).toBe(false)
})

test('a memory stays small, survives JSON, and is refused in another version', () => {
  const memory = after(emptyMemory(), 0, { glimpses: carPark(100, 0) })
  const text = JSON.stringify(memory)
  expect(text.length).toBeLessThan(40_000)
  expect(JSON.parse(text)).toEqual(memory)
  expect(isViewMemory(JSON.parse(text))).toBe(true)
  expect(isViewMemory({ ...memory, version: 2 })).toBe(false)
  expect(isViewMemory(null)).toBe(false)
})

test('the similarity is 1 for the same picture, ignores brightness, and is low for another picture', () => {
  const brighter = thumbnailOf({ ...picture(1), data: picture(1).data.map((value) => value * 0.5 + 60) }, 32, 18)
  expect(likeness(scene, scene)).toBeCloseTo(1)
  expect(likeness(scene, brighter)).toBeGreaterThan(0.99)
  expect(likeness(scene, thumbnailOf(picture(9), 32, 18))).toBeLessThan(0.3)
  expect(likeness(scene, look)).toBe(0)
})
