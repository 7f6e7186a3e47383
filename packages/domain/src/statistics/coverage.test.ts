// How often the bounds contain the truth, computed exactly: every possible outcome of a draw, weighted with its probability. A simulation of the
// whole review stands in statistics.test.ts; here nothing is left to chance, so a coverage below the promise is a fault and no bad luck.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { proportionInterval } from './proportion.ts'
import { recallBounds } from './recall-bounds.ts'

const logFactorials = [0]
for (let n = 1; n <= 60_000; n++) logFactorials.push((logFactorials[n - 1] ?? 0) + Math.log(n))
const logFactorial = (n: number): number => logFactorials[n] ?? Number.NaN
const logChoose = (n: number, k: number): number =>
  k < 0 || k > n ? Number.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/** The chance of `x` positive ones among `sampled`, drawn with replacement. */
const binomial = (x: number, sampled: number, share: number): number =>
  Math.exp(logChoose(sampled, x) + x * Math.log(share) + (sampled - x) * Math.log1p(-share))

/** The chance of `x` positive ones among `sampled`, drawn without replacement. */
const hypergeometric = (x: number, { population, positive, sampled }: Group): number =>
  Math.exp(logChoose(positive, x) + logChoose(population - positive, sampled - x) - logChoose(population, sampled))

interface Group {
  population: number
  positive: number
  sampled: number
}

/** A group of up to `most` alarms, of which at most `drawn` were drawn. Few true ones are as likely as many. */
const group = (most: number, drawn: number): fc.Arbitrary<Group> =>
  fc.integer({ min: 1, max: most }).chain((population) =>
    fc.record({
      population: fc.constant(population),
      positive: fc.oneof(
        fc.integer({ min: 0, max: population }),
        fc.integer({ min: 0, max: Math.min(3, population) }),
        fc.integer({ min: Math.max(0, population - 3), max: population }),
      ),
      sampled: fc.integer({ min: 0, max: Math.min(drawn, population) }),
    }),
  )

const outcomes = (of: Group): { x: number; chance: number }[] =>
  Array.from({ length: of.sampled + 1 }, (_, x) => ({ x, chance: hypergeometric(x, of) })).filter(
    ({ chance }) => chance > 1e-12,
  )

it('an interval of a share contains the true share with a chance of at least 95 in 100, whatever share and sample size', () => {
  const shares = fc.oneof(fc.double({ min: 0.001, max: 0.999, noNaN: true }), fc.constantFrom(0.002, 0.99, 0.998))
  fc.assert(
    fc.property(shares, fc.integer({ min: 1, max: 120 }), (share, of) => {
      let held = 0
      for (let x = 0; x <= of; x++) {
        const interval = proportionInterval(x, of)
        if (interval && interval.low <= share && share <= interval.high) held += binomial(x, of, share)
      }
      expect(held).toBeGreaterThanOrEqual(0.95 - 1e-9)
    }),
    { numRuns: 40 },
  )
})

it('so does the interval for many cases, which is computed in another way', () => {
  const big = fc.record({
    share: fc.double({ min: 0.06, max: 0.94, noNaN: true }),
    of: fc.integer({ min: 40_000, max: 60_000 }),
  })
  fc.assert(
    fc.property(big, ({ share, of }) => {
      const spread = 7 * Math.sqrt(of * share * (1 - share))
      let held = 0
      for (let x = Math.ceil(of * share - spread); x <= of * share + spread; x++) {
        const interval = proportionInterval(x, of)
        if (interval && interval.low <= share && share <= interval.high) held += binomial(x, of, share)
      }
      expect(held).toBeGreaterThanOrEqual(0.9495)
    }),
    { numRuns: 15 },
  )
})

it('the bounds of recall contain the true recall with a chance of at least 94 in 100, whatever the week and the samples', () => {
  fc.assert(
    fc.property(group(400, 22), group(4_000, 22), (passed, filtered) => {
      const all = passed.positive + filtered.positive
      fc.pre(all > 0 && passed.sampled + filtered.sampled > 0)
      const truth = passed.positive / all
      let held = 0
      for (const found of outcomes(passed))
        for (const missed of outcomes(filtered)) {
          const bounds = recallBounds(
            { population: passed.population, sampled: passed.sampled, positive: found.x },
            { population: filtered.population, sampled: filtered.sampled, positive: missed.x },
          )
          if (bounds && bounds.low - 1e-9 <= truth && truth <= bounds.high + 1e-9) held += found.chance * missed.chance
        }
      expect(held).toBeGreaterThanOrEqual(0.94)
    }),
    { numRuns: 40 },
  )
})
