// What holds for every statistic that people see, whatever the numbers. A failure prints the seed that repeats it.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Agreement, agreementOf, type LabelPairs } from './agreement.ts'
import { betaQuantile } from './beta-quantile.ts'
import { proportionInterval } from './proportion.ts'
import { recallBounds, type Sampled } from './recall-bounds.ts'
import { ENOUGH_CASES, ENOUGH_LABELS, reviewFigures, type ReviewedGroup } from './review-figures.ts'

/** A count and the number of cases, few or many: beyond 2,000 of either kind intervals are computed in another way. */
const cases = fc
  .oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20_000 }))
  .chain((of) => fc.integer({ min: 0, max: of }).map((count) => ({ count, of })))

function intervalOf(count: number, of: number, confidence?: number) {
  const interval = proportionInterval(count, of, confidence)
  if (interval === null) throw new Error('no interval')
  return interval
}

describe('an interval of a share', () => {
  it('lies in 0–1, contains its share, and says what it was made of', () => {
    fc.assert(
      fc.property(cases, ({ count, of }) => {
        const { share, low, high, ...made } = intervalOf(count, of)
        expect(made).toEqual({ count, of })
        expect(share).toBe(count / of)
        expect(0 <= low && low <= share && share <= high && high <= 1).toBe(true)
        expect(low < high).toBe(true)
      }),
    )
  })

  it('is mirrored if the cases that count and the others are exchanged', () => {
    fc.assert(
      fc.property(cases, ({ count, of }) => {
        const [one, other] = [intervalOf(count, of), intervalOf(of - count, of)]
        expect(other.low).toBeCloseTo(1 - one.high, 9)
        expect(other.high).toBeCloseTo(1 - one.low, 9)
      }),
    )
  })

  it('moves up with one more case that counts, and is wider for more confidence', () => {
    fc.assert(
      fc.property(cases, ({ count, of }) => {
        const one = intervalOf(count, of)
        const sure = intervalOf(count, of, 0.975)
        expect(sure.low).toBeLessThanOrEqual(one.low)
        expect(sure.high).toBeGreaterThanOrEqual(one.high)
        if (count === of) return
        const more = intervalOf(count + 1, of)
        // Where the way of computing changes, the bounds differ by half a percent of the width.
        const slack = (one.high - one.low) / 200
        expect(more.low).toBeGreaterThan(one.low - slack)
        expect(more.high).toBeGreaterThan(one.high - slack)
      }),
    )
  })
})

it('the quantile of the beta distribution grows with the probability, and is mirrored with its parameters', () => {
  const parameter = fc.double({ min: 0.5, max: 400, noNaN: true })
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 0.998, noNaN: true }), parameter, parameter, (p, a, b) => {
      const x = betaQuantile(p, a, b)
      expect(betaQuantile(p + 0.001, a, b)).toBeGreaterThanOrEqual(x)
      expect(betaQuantile(1 - p, b, a)).toBeCloseTo(1 - x, 8)
    }),
  )
})

/** A group of alarms of which some were drawn and labelled. */
const sampled: fc.Arbitrary<Sampled> = fc
  .oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 20_000 }))
  .chain((population) =>
    fc
      .integer({ min: 0, max: Math.min(500, population) })
      .chain((labelled) =>
        fc.integer({ min: 0, max: labelled }).map((positive) => ({ population, sampled: labelled, positive })),
      ),
  )
const wholly = ({ population, positive }: Sampled): Sampled => ({ population, sampled: population, positive })

describe('bounds of recall', () => {
  it('lie in 0–1, contain the estimate, and say from how many labels', () => {
    fc.assert(
      fc.property(sampled, sampled, (passed, filtered) => {
        const bounds = recallBounds(passed, filtered)
        expect(bounds === null).toBe(passed.sampled + filtered.sampled === 0)
        if (bounds === null) return
        const { recall, low, high, of } = bounds
        expect(of).toBe(passed.sampled + filtered.sampled)
        expect(0 <= low && low <= high && high <= 1).toBe(true)
        if (recall !== null) expect(low - 1e-9 <= recall && recall <= high + 1e-9).toBe(true)
        // Without a look at either group nothing is estimated.
        if (passed.sampled === 0 && passed.population > 0) expect(recall).toBeNull()
        if (filtered.sampled === 0 && filtered.population > 0) expect(recall).toBeNull()
      }),
    )
  })

  it('never exclude a recall that what was seen still allows', () => {
    // All alarms that were not looked at may be false, or true: the bounds are never beyond both cases.
    fc.assert(
      fc.property(sampled, sampled, (passed, filtered) => {
        const bounds = recallBounds(passed, filtered)
        if (bounds === null) return
        const unseen = (of: Sampled) => of.population - of.sampled
        const worst = passed.positive / (passed.positive + filtered.positive + unseen(filtered))
        const best = (passed.positive + unseen(passed)) / (passed.positive + unseen(passed) + filtered.positive)
        // Not a number: no alarm can be true.
        expect(bounds.low).toBeGreaterThanOrEqual((Number.isNaN(worst) ? 0 : worst) - 1e-9)
        expect(bounds.high).toBeLessThanOrEqual((Number.isNaN(best) ? 1 : best) + 1e-9)
      }),
    )
  })

  it('are the share itself if every alarm was labelled', () => {
    fc.assert(
      fc.property(sampled.map(wholly), sampled.map(wholly), (passed, filtered) => {
        const all = passed.positive + filtered.positive
        fc.pre(all > 0)
        const bounds = recallBounds(passed, filtered)
        for (const value of [bounds?.recall, bounds?.low, bounds?.high])
          expect(value).toBeCloseTo(passed.positive / all, 9)
      }),
    )
  })

  it('are mirrored if the two groups are exchanged', () => {
    fc.assert(
      fc.property(sampled, sampled, (passed, filtered) => {
        const [one, other] = [recallBounds(passed, filtered), recallBounds(filtered, passed)]
        if (one === null || other === null || passed.positive + filtered.positive === 0) return
        expect(other.low).toBeCloseTo(1 - one.high, 9)
        expect(other.high).toBeCloseTo(1 - one.low, 9)
      }),
    )
  })
})

describe('the figures of a review', () => {
  const reviewed: fc.Arbitrary<ReviewedGroup> = sampled.map(({ sampled: labelled, ...rest }) => ({ ...rest, labelled }))

  it('tell no share of fewer labels than they promise, and always the bounds', () => {
    fc.assert(
      fc.property(reviewed, reviewed, (passed, filtered) => {
        const { recall, falseFiltered, missing } = reviewFigures(passed, filtered)
        const has = (of: ReviewedGroup) => of.labelled >= Math.min(ENOUGH_LABELS, of.population)
        expect(missing === 0).toBe(has(passed) && has(filtered))
        const labels = passed.labelled + filtered.labelled
        const positive = passed.positive + filtered.positive
        for (const [estimate, count] of [
          [recall, positive],
          [falseFiltered, labels - positive],
        ] as const) {
          if (labels === 0) {
            expect(estimate).toBeNull()
            continue
          }
          expect(estimate?.of).toBe(labels)
          expect(typeof estimate?.share === 'number').toBe(missing === 0 && count >= ENOUGH_CASES)
        }
      }),
    )
  })

  it('count the reduction, and estimate the share of false alarms as recall with the roles exchanged', () => {
    fc.assert(
      fc.property(reviewed, reviewed, (passed, filtered) => {
        const figures = reviewFigures(passed, filtered)
        const all = passed.population + filtered.population
        expect(figures.reduction === null).toBe(all === 0)
        if (all === 0) return
        expect(figures.reduction).toMatchObject({ share: filtered.population / all, of: all })
        const turned = (of: ReviewedGroup): ReviewedGroup => ({ ...of, positive: of.labelled - of.positive })
        expect(figures.falseFiltered).toEqual(reviewFigures(turned(filtered), turned(passed)).recall)
      }),
    )
  })
})

describe('the agreement of two people', () => {
  const count = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5_000 }))
  const pairs: fc.Arbitrary<LabelPairs> = fc.record({
    bothTrue: count,
    bothFalse: count,
    firstTrue: count,
    secondTrue: count,
  })
  /** Whether two agreements are the same but for rounding. */
  const isNear = (one: Agreement | null, other: Agreement | null): boolean => {
    const [a, b] = [one?.kappa ?? null, other?.kappa ?? null]
    if (one === null || other === null || a === null || b === null)
      return a === b && one?.share.share === other?.share.share
    return Math.abs(a - b) < 1e-9 && Math.abs(one.share.share - other.share.share) < 1e-9
  }

  it('is the same from either side, and whichever label is called true', () => {
    fc.assert(
      fc.property(pairs, (labels) => {
        const { bothTrue, bothFalse, firstTrue, secondTrue } = labels
        const one = agreementOf(labels)
        const turned = agreementOf({ ...labels, firstTrue: secondTrue, secondTrue: firstTrue })
        const renamed = agreementOf({
          bothTrue: bothFalse,
          bothFalse: bothTrue,
          firstTrue: secondTrue,
          secondTrue: firstTrue,
        })
        expect([turned, renamed].every((other) => isNear(other, one))).toBe(true)
      }),
    )
  })

  it('has a kappa from −1 to 1, at most its share, and 1 only if all labels are equal', () => {
    fc.assert(
      fc.property(pairs, (labels) => {
        const found = agreementOf(labels)
        const differ = labels.firstTrue + labels.secondTrue
        expect(found === null).toBe(labels.bothTrue + labels.bothFalse + differ === 0)
        if (found === null) return
        // Both gave one label always, so chance alone explains everything.
        expect(found.kappa === null).toBe(differ === 0 && (labels.bothTrue === 0 || labels.bothFalse === 0))
        if (found.kappa === null) return
        expect(found.kappa).toBeGreaterThanOrEqual(-1 - 1e-9)
        expect(found.kappa).toBeLessThanOrEqual(found.share.share + 1e-9)
        expect(found.kappa > 1 - 1e-9).toBe(differ === 0)
      }),
    )
  })

  it('is 0 for labels that have nothing to do with each other, and does not depend on the number of alarms', () => {
    const size = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(size, size, size, size, (first, notFirst, second, notSecond) => {
        const found = agreementOf({
          bothTrue: first * second,
          bothFalse: notFirst * notSecond,
          firstTrue: first * notSecond,
          secondTrue: notFirst * second,
        })
        expect(found?.kappa).toBeCloseTo(0, 9)
      }),
    )
    fc.assert(
      fc.property(pairs, fc.integer({ min: 2, max: 9 }), ({ bothTrue, bothFalse, firstTrue, secondTrue }, times) => {
        const one = agreementOf({ bothTrue, bothFalse, firstTrue, secondTrue })
        const many = agreementOf({
          bothTrue: bothTrue * times,
          bothFalse: bothFalse * times,
          firstTrue: firstTrue * times,
          secondTrue: secondTrue * times,
        })
        expect(isNear(many, one)).toBe(true)
      }),
    )
  })
})
