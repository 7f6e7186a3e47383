// What holds for the figures of Home, whatever was counted.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presentSeries, presentTotals, sumOf } from './present-counts.ts'
import { addCounts, COUNT_COLUMNS, noCounts, type Counts, type CountsByQuarter } from './quarter-counts.ts'

const QUARTER_MS = 900_000
const few = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 3_000 }))

/** Counts as alarms give them: each is labelled true, false or not, and waits, was judged or is outside. */
const counts: fc.Arbitrary<Counts> = fc
  .record({
    truths: fc.record({ passed: few, filtered: few, unverified: few }),
    lies: fc.record({ passed: few, filtered: few, unverified: few }),
    unlabelled: fc.record({ passed: few, filtered: few, unverified: few }),
    waiting: few,
    outside: few,
  })
  .map(({ truths, lies, unlabelled, waiting, outside }) => {
    const sum = (verdict: keyof typeof truths) => truths[verdict] + lies[verdict] + unlabelled[verdict]
    return {
      received: sum('passed') + sum('filtered') + sum('unverified') + waiting + outside,
      passed: sum('passed'),
      filtered: sum('filtered'),
      unverified: sum('unverified'),
      outside,
      true_passed: truths.passed,
      true_filtered: truths.filtered,
      true_unverified: truths.unverified,
      false_passed: lies.passed,
      false_filtered: lies.filtered,
      false_unverified: lies.unverified,
    }
  })

describe('the figures of Home', () => {
  it('add up, and each share is of the alarms that it names, with its interval', () => {
    fc.assert(
      fc.property(counts, (of) => {
        const shown = presentTotals(of)
        const { received, filtered, passed, unverified, waiting, outside, reduction, recall, falseFiltered } = shown
        expect(filtered + passed + unverified + waiting + outside).toBe(received)
        expect(waiting).toBeGreaterThanOrEqual(0)
        expect([reduction?.count ?? 0, reduction?.of ?? 0]).toEqual(
          [filtered, filtered + passed].map((n, _, [, all]) => (all === 0 ? 0 : n)),
        )
        // Recall is of the alarms labelled true alone: what the filter withheld of them is missing.
        const truths = of.true_passed + of.true_filtered + of.true_unverified
        expect(shown.labelled).toEqual({
          true: truths,
          false: of.false_passed + of.false_filtered + of.false_unverified,
        })
        expect(recall?.of ?? 0).toBe(truths)
        expect((recall?.of ?? 0) - (recall?.count ?? 0)).toBe(of.true_filtered)
        expect(falseFiltered?.count ?? 0).toBe(of.false_filtered)
        expect(falseFiltered?.of ?? 0).toBe(of.false_passed + of.false_filtered)
        for (const share of [reduction, recall, falseFiltered])
          if (share) expect(share.low <= share.share && share.share <= share.high && share.low < share.high).toBe(true)
      }),
    )
  })

  it('of alarms that nobody labelled have no recall, however many they are', () => {
    fc.assert(
      fc.property(counts, (of) => {
        const blank = {
          ...of,
          true_passed: 0,
          true_filtered: 0,
          true_unverified: 0,
          false_passed: 0,
          false_filtered: 0,
          false_unverified: 0,
        }
        expect(presentTotals(blank)).toMatchObject({
          recall: null,
          falseFiltered: null,
          labelled: { true: 0, false: 0 },
        })
      }),
    )
  })
})

describe('a series', () => {
  const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/Madrid', 'America/St_Johns')
  /** Counts in some quarter hours of the days around a change of clocks. */
  const quarters = fc.dictionary(fc.integer({ min: 0, max: 400 }).map(String), counts, { maxKeys: 12 })
  const start = Date.parse('2026-03-28T00:00:00Z')

  it('has each alarm of its window in one step, in every zone, also where the clocks change', () => {
    fc.assert(
      fc.property(
        quarters,
        zones,
        fc.constantFrom('quarter' as const, 'hour' as const, 'day' as const),
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 300 }),
        (drawn, zone, step, from, length) => {
          const byQuarter: CountsByQuarter = new Map(
            Object.entries(drawn).map(([at, of]) => [start + Number(at) * QUARTER_MS, of]),
          )
          const window = {
            since: new Date(start + from * QUARTER_MS),
            till: new Date(start + (from + length) * QUARTER_MS),
          }
          const sum = sumOf(byQuarter, window)
          const steps = presentSeries(byQuarter, window, zone, step)
          for (const column of ['received', 'filtered', 'passed', 'unverified', 'outside'] as const)
            expect(steps.reduce((total, each) => total + each[column], 0)).toBe(sum[column])
          const starts = steps.map(({ at }) => Date.parse(at))
          expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b))
          expect(starts[0]).toBe(window.since.getTime())
        },
      ),
    )
  })

  it('of two windows that follow each other sums up to that of both', () => {
    fc.assert(
      fc.property(quarters, fc.integer({ min: 0, max: 400 }), (drawn, cut) => {
        const byQuarter: CountsByQuarter = new Map(
          Object.entries(drawn).map(([at, of]) => [start + Number(at) * QUARTER_MS, of]),
        )
        const at = (quarter: number) => new Date(start + quarter * QUARTER_MS)
        const both = noCounts()
        addCounts(both, sumOf(byQuarter, { since: at(0), till: at(cut) }))
        addCounts(both, sumOf(byQuarter, { since: at(cut), till: at(401) }))
        const whole = sumOf(byQuarter, { since: at(0), till: at(401) })
        for (const column of COUNT_COLUMNS) expect(both[column]).toBe(whole[column])
      }),
    )
  })
})
