import { describe, expect, it, test } from 'vitest'
import { betaQuantile } from './beta-quantile.ts'
import { normalQuantile } from './normal-quantile.ts'
import { proportionInterval } from './proportion.ts'
import { recallBounds } from './recall-bounds.ts'
import { reviewFigures } from './review-figures.ts'

/** Random numbers from 0 to 1 with a seed (mulberry32), so that a failed run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('an interval of a share', () => {
  // Values of R: binom.test(count, of)$conf.int.
  test.each([
    [0, 10, 0, 0.3084971],
    [10, 10, 0.6915029, 1],
    [1, 2, 0.0125791, 0.9874209],
    [95, 100, 0.8871651, 0.9835681],
    [7, 20, 0.1539092, 0.5921885],
    [999, 1000, 0.9944411, 0.9999747],
  ])('%i of %i is %f to %f', (count, of, low, high) => {
    const interval = proportionInterval(count, of)
    expect(interval?.share).toBeCloseTo(count / of, 12)
    expect(interval?.low).toBeCloseTo(low, 6)
    expect(interval?.high).toBeCloseTo(high, 6)
  })

  it('exists for no case, and is refused for what is no share', () => {
    expect(proportionInterval(0, 0)).toBeNull()
    for (const [count, of] of [
      [-1, 3],
      [4, 3],
      [0.5, 3],
      [1, Number.NaN],
    ] as const)
      expect(() => proportionInterval(count, of)).toThrow(RangeError)
  })

  it('contains its share, lies in 0–1, and gets narrower with more cases', () => {
    for (let of = 1; of <= 60; of++)
      for (let count = 0; count <= of; count++) {
        const one = proportionInterval(count, of)
        const ten = proportionInterval(count * 10, of * 10)
        if (!one || !ten) throw new Error('no interval')
        expect(one.low).toBeGreaterThanOrEqual(0)
        expect(one.high).toBeLessThanOrEqual(1)
        expect(one.low).toBeLessThanOrEqual(one.share)
        expect(one.high).toBeGreaterThanOrEqual(one.share)
        expect(ten.high - ten.low).toBeLessThan(one.high - one.low)
      }
  })

  it('is the same for many cases, where it is computed in another way', () => {
    for (const [count, of] of [
      [2_001, 4_002],
      [2_001, 50_000],
      [97_999, 100_000],
    ] as const) {
      const interval = proportionInterval(count, of)
      const width = (interval?.high ?? 0) - (interval?.low ?? 0)
      expect(Math.abs((interval?.low ?? 0) - betaQuantile(0.025, count, of - count + 1))).toBeLessThan(width / 200)
      expect(Math.abs((interval?.high ?? 0) - betaQuantile(0.975, count + 1, of - count))).toBeLessThan(width / 200)
    }
  })

  it('is exact for millions of cases', () => {
    const interval = proportionInterval(9_900_000, 10_000_000)
    expect(interval?.low).toBeCloseTo(0.98993815, 6)
    expect(interval?.high).toBeCloseTo(0.99006152, 6)
  })

  test.each([0.5, 0.8, 0.95, 0.99, 0.995, 0.999])(
    'contains the true share %f in at least 94 of 100 samples, of every size',
    (share) => {
      const random = seeded(20 + share * 1000)
      for (const of of [5, 12, 30, 80, 200, 500]) {
        const intervals = Array.from({ length: of + 1 }, (_, count) => proportionInterval(count, of))
        let contained = 0
        for (let run = 0; run < 1_000; run++) {
          let count = 0
          for (let n = 0; n < of; n++) if (random() < share) count++
          const interval = intervals[count]
          if (interval && interval.low <= share && share <= interval.high) contained++
        }
        expect(contained / 1_000, `${of} cases`).toBeGreaterThanOrEqual(0.94)
      }
    },
  )
})

test('the quantiles of the normal distribution are those of its tables', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 7)
  expect(normalQuantile(0.9875)).toBeCloseTo(2.241402728, 7)
  expect(normalQuantile(0.005)).toBeCloseTo(-2.575829304, 7)
  expect(normalQuantile(0.6)).toBeCloseTo(0.253347103, 7)
})

test('the quantile of the uniform distribution is the probability', () => {
  for (const probability of [0.001, 0.2, 0.5, 0.999])
    expect(betaQuantile(probability, 1, 1)).toBeCloseTo(probability, 10)
})

/** The number of positive ones among `sampled` drawn without replacement. */
function draw(population: number, positive: number, sampled: number, random: () => number): number {
  let [left, rest, found] = [positive, population, 0]
  for (let n = 0; n < sampled; n++) {
    if (random() * rest < left) {
      found++
      left--
    }
    rest--
  }
  return found
}

describe('bounds of recall from two samples', () => {
  test.each([
    // population, positive and sampled of the passed alarms, then of the filtered ones
    [2_000, 800, 100, 8_000, 8, 300],
    [2_000, 800, 40, 8_000, 0, 40],
    [500, 20, 60, 20_000, 40, 400],
    [300, 290, 300, 700, 5, 200],
    [1_000, 500, 15, 1_000, 100, 15],
    [50, 10, 20, 100_000, 10, 1_000],
  ])(
    'contain the true recall in at least 94 of 100 draws: %i with %i true, %i drawn; %i with %i true, %i drawn',
    (passed, passedTrue, passedDrawn, filtered, filteredTrue, filteredDrawn) => {
      const random = seeded(passed + filtered + passedDrawn)
      const truth = passedTrue / (passedTrue + filteredTrue)
      let contained = 0
      for (let run = 0; run < 500; run++) {
        const bounds = recallBounds(
          { population: passed, sampled: passedDrawn, positive: draw(passed, passedTrue, passedDrawn, random) },
          {
            population: filtered,
            sampled: filteredDrawn,
            positive: draw(filtered, filteredTrue, filteredDrawn, random),
          },
        )
        if (bounds && bounds.low <= truth && truth <= bounds.high) contained++
      }
      expect(contained / 500).toBeGreaterThanOrEqual(0.94)
    },
  )

  it('are exact if everything was labelled', () => {
    expect(
      recallBounds({ population: 100, sampled: 100, positive: 90 }, { population: 900, sampled: 900, positive: 10 }),
    ).toEqual({ recall: 0.9, low: 0.9, high: 0.9, of: 1_000 })
  })

  it('tell a wide range for few labels, and nothing without any', () => {
    const few = recallBounds(
      { population: 1_000, sampled: 5, positive: 5 },
      { population: 9_000, sampled: 5, positive: 0 },
    )
    expect(few?.recall).toBe(1)
    expect(few?.low).toBeLessThan(0.2)
    expect(few?.high).toBe(1)
    expect(
      recallBounds({ population: 10, sampled: 0, positive: 0 }, { population: 90, sampled: 0, positive: 0 }),
    ).toBeNull()
  })

  it('give no estimate if only one group was looked at', () => {
    expect(
      recallBounds({ population: 10, sampled: 5, positive: 5 }, { population: 90, sampled: 0, positive: 0 }),
    ).toMatchObject({ recall: null, low: expect.closeTo(5 / 95, 1), high: 1 })
  })
})

/** A week of alarms: how many were passed on and filtered, and how many of each are true. */
interface Week {
  passed: number
  passedTrue: number
  filtered: number
  filteredTrue: number
}

/** Shuffles in place (Fisher and Yates). */
function shuffle<T>(items: T[], random: () => number): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [moved] = items.splice(at, 1, ...items.slice(other, other + 1))
    if (moved !== undefined) items.splice(other, 1, moved)
  }
  return items
}

/**
 * The blind review as the product does it: up to `listed` alarms of each verdict, all in one random order; people take turns in
 * drawing from the front, and label some of what they drew.
 */
function review(week: Week, { listed, labels }: { listed: number; labels: number }, random: () => number) {
  const group = (isPassed: boolean, size: number, positive: number) =>
    shuffle(
      Array.from({ length: size }, (_, n) => ({ isPassed, isTrue: n < positive })),
      random,
    )
      .slice(0, listed)
      .map((alarm) => ({ ...alarm, place: random() }))
  const list = [
    ...group(true, week.passed, week.passedTrue),
    ...group(false, week.filtered, week.filteredTrue),
  ].toSorted((a, b) => a.place - b.place)
  // Whoever leaves an alarm unlabelled does not know its verdict.
  const labelled = list.filter(() => random() < 0.9).slice(0, labels)
  const of = (isPassed: boolean) => {
    const own = labelled.filter((alarm) => alarm.isPassed === isPassed)
    return {
      population: isPassed ? week.passed : week.filtered,
      labelled: own.length,
      positive: own.filter(({ isTrue }) => isTrue).length,
    }
  }
  return reviewFigures(of(true), of(false))
}

describe('the figures of a blind review', () => {
  const within = (truth: number, bounds: { low: number; high: number } | null) =>
    bounds !== null && bounds.low - 1e-9 <= truth && truth <= bounds.high + 1e-9

  test.each([
    // a usual week, a small one, a good filter with few labels, a poor one, and one that passes nearly everything
    [
      { passed: 1_500, passedTrue: 500, filtered: 6_000, filteredTrue: 20 },
      { listed: 500, labels: 400 },
    ],
    [
      { passed: 60, passedTrue: 12, filtered: 140, filteredTrue: 2 },
      { listed: 500, labels: 100 },
    ],
    [
      { passed: 800, passedTrue: 300, filtered: 9_000, filteredTrue: 3 },
      { listed: 500, labels: 60 },
    ],
    [
      { passed: 400, passedTrue: 100, filtered: 2_000, filteredTrue: 300 },
      { listed: 500, labels: 200 },
    ],
    [
      { passed: 3_000, passedTrue: 40, filtered: 90, filteredTrue: 1 },
      { listed: 500, labels: 150 },
    ],
  ])('hold the true shares within their bounds in at least 94 of 100 reviews: %j, %j', (week, plan) => {
    const random = seeded(week.passed + week.filtered + plan.labels)
    const recall = week.passedTrue / (week.passedTrue + week.filteredTrue)
    const [falsePassed, falseFiltered] = [week.passed - week.passedTrue, week.filtered - week.filteredTrue]
    const held = { recall: 0, falseFiltered: 0 }
    const runs = 200
    for (let run = 0; run < runs; run++) {
      const figures = review(week, plan, random)
      if (within(recall, figures.recall)) held.recall++
      if (within(falseFiltered / (falseFiltered + falsePassed), figures.falseFiltered)) held.falseFiltered++
    }
    expect(held.recall / runs).toBeGreaterThanOrEqual(0.94)
    expect(held.falseFiltered / runs).toBeGreaterThanOrEqual(0.94)
  })

  it('are not off to one side: the mean of many reviews is the true recall', () => {
    const week = { passed: 600, passedTrue: 240, filtered: 2_400, filteredTrue: 120 }
    const random = seeded(7)
    const shares = Array.from(
      { length: 300 },
      () => review(week, { listed: 500, labels: 600 }, random).recall?.share ?? 0,
    )
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(mean).toBeCloseTo(240 / 360, 1)
    expect(Math.abs(mean - 240 / 360)).toBeLessThan(0.02)
  })

  it('tell no share of fewer than thirty labels of a verdict or ten true alarms, but bounds', () => {
    const passed = { population: 1_000, labelled: 40, positive: 20 }
    const filtered = { population: 5_000, labelled: 29, positive: 0 }
    const few = reviewFigures(passed, filtered)
    expect(few).toMatchObject({ recall: { share: null, of: 69, high: 1 }, missing: 1 })
    expect(few.recall?.low).toBeGreaterThan(0)
    expect(reviewFigures(passed, { ...filtered, labelled: 30 })).toMatchObject({ recall: { share: 1 }, missing: 0 })
    const noCases = reviewFigures({ ...passed, positive: 9 }, { ...filtered, labelled: 30 })
    expect(noCases).toMatchObject({ recall: { share: null }, falseFiltered: { share: expect.any(Number) }, missing: 0 })
  })

  it('have exact bounds if everything was labelled, and no share of few cases', () => {
    expect(
      reviewFigures({ population: 4, labelled: 4, positive: 3 }, { population: 6, labelled: 6, positive: 1 }),
    ).toMatchObject({
      recall: { share: null, low: 0.75, high: 0.75, of: 10 },
      falseFiltered: { share: null, low: 5 / 6, high: expect.closeTo(5 / 6, 12) },
      reduction: { share: 0.6, of: 10 },
      missing: 0,
    })
    expect(
      reviewFigures({ population: 20, labelled: 20, positive: 12 }, { population: 25, labelled: 25, positive: 4 }),
    ).toMatchObject({ recall: { share: 0.75 }, falseFiltered: { share: 21 / 29 } })
    expect(
      reviewFigures({ population: 0, labelled: 0, positive: 0 }, { population: 0, labelled: 0, positive: 0 }),
    ).toEqual({ recall: null, falseFiltered: null, reduction: null, missing: 0 })
  })
})
