import { areaUnderCurve, count, thresholdFor, type Sample } from '../fit.ts'
import { wilson } from '../wilson.ts'
import { createDraw, type Case, type Judged } from './nested.ts'

/** A share with its 95 % interval over cameras. */
export interface CameraShare {
  hits: number
  of: number
  low: number
  high: number
}

/** The figures of a group of alarms at one promised recall. */
export interface NestedShares {
  recall: CameraShare
  reduction: CameraShare
}

export interface NestedCurve {
  area: number
  at: { recall: number; reduction: number }[]
}

const DRAWS = 2000
const SEED = 20_261_126
const RECALLS = [0.95, 0.97, 0.99] as const
const round = (value: number): number => Math.round(value * 10_000) / 10_000

/** Hits and cases of each camera. */
function byCamera<T extends Case>(
  judged: readonly Judged<T>[],
  isHit: (one: Judged<T>) => boolean,
): [number, number][] {
  const groups = Map.groupBy(judged, ({ one }) => one.camera)
  return [...groups.values()].map((group) => [group.filter(isHit).length, group.length])
}

/**
 * A share with its 95 % interval: the wider of a bootstrap over cameras (Efron 1979, percentiles) and Wilson's over alarms. Alarms of one camera
 * resemble each other, so cameras are drawn, not alarms. Where all or none are right, a bootstrap has no width and would flatter.
 */
export function shareByCamera(counts: readonly [number, number][]): CameraShare {
  const total = (drawn: readonly [number, number][]): [number, number] =>
    drawn.reduce<[number, number]>(([hits, of], one) => [hits + one[0], of + one[1]], [0, 0])
  const [hits, of] = total(counts)
  if (of === 0) return { hits, of, low: 0, high: 1 }
  const draw = createDraw(SEED)
  const shares = Array.from({ length: DRAWS }, () => {
    const drawn = counts.map(() => counts[Math.floor(draw() * counts.length)]!)
    const [some, all] = total(drawn)
    return some / all
  }).toSorted((a, b) => a - b)
  const { low, high } = wilson(hits, of)
  return {
    hits,
    of,
    low: round(Math.min(low, shares[Math.floor(0.025 * DRAWS)]!)),
    high: round(Math.max(high, shares[Math.ceil(0.975 * DRAWS) - 1]!)),
  }
}

/** Recall and reduction of a group at the aim with this index. */
export function sharesOf<T extends Case>(judged: readonly Judged<T>[], aim: number): NestedShares {
  const isPassed = (one: Judged<T>) => one.isPassed[aim] === true
  return {
    recall: shareByCamera(
      byCamera(
        judged.filter(({ one }) => one.isTrue),
        isPassed,
      ),
    ),
    reduction: shareByCamera(
      byCamera(
        judged.filter(({ one }) => !one.isTrue),
        (one) => !isPassed(one),
      ),
    ),
  }
}

/** The curve of all thresholds, over log-odds that each come from other cameras. Disturbed alarms are passed by all. */
export function nestedCurve<T extends Case>(judged: readonly Judged<T>[]): NestedCurve {
  const samples = judged.map(({ one, logOdds }): Sample => ({
    camera: one.camera,
    isTrue: one.isTrue,
    evidence: one.isDisturbed ? Number.POSITIVE_INFINITY : logOdds,
  }))
  const at = RECALLS.map((recall) => {
    const { filtered, negatives } = count(samples, thresholdFor(samples, recall))
    return { recall, reduction: round(filtered / negatives) }
  })
  return { area: round(areaUnderCurve(samples)), at }
}
