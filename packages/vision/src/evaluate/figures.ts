import type { AlarmAnalysis } from '../alarm-analysis.ts'
import { areaUnderCurve, count, thresholdFor, type Sample } from './fit.ts'
import { isPassed, type Result } from './run-alarms.ts'
import { wilson, type Share } from './wilson.ts'

/** The performance at other thresholds: the area under the curve, and the reduction at given recalls. */
export interface Curve {
  area: number
  at: { recall: number; reduction: number }[]
}

/** The figures of a group of alarms. */
export interface GroupFigures {
  name: string
  alarms: number
  recall: Share
  reduction: Share
  /** Null if all alarms of the group are true, or all are false. */
  curve: Curve | null
}

const STAGES = ['decode', 'motion', 'detect', 'decide', 'total'] as const
/** Recalls at which the reduction is reported, independent of the filter's threshold. */
export const RECALLS = [0.9, 0.95, 0.97, 0.99] as const

/**
 * Computes the figures of a group. The recall is the share of true alarms that are passed, the reduction that of false alarms that are
 * filtered.
 */
export function figuresOf(name: string, results: readonly Result[]): GroupFigures {
  const positives = results.filter(({ alarm }) => alarm.isTrue)
  const negatives = results.filter(({ alarm }) => !alarm.isTrue)
  return {
    name,
    alarms: results.length,
    recall: wilson(positives.filter(isPassed).length, positives.length),
    reduction: wilson(negatives.filter((result) => !isPassed(result)).length, negatives.length),
    curve: curveOf(results),
  }
}

/** Returns the figures of each group, the largest group first. `keysOf` returns the groups of an alarm, which may be several. */
export function groupedFigures(results: readonly Result[], keysOf: (result: Result) => string[]): GroupFigures[] {
  const groups = new Map<string, Result[]>()
  for (const result of results) {
    for (const key of keysOf(result)) groups.set(key, [...(groups.get(key) ?? []), result])
  }
  return [...groups]
    .map(([name, members]) => figuresOf(name, members))
    .toSorted((a, b) => b.alarms - a.alarms || a.name.localeCompare(b.name))
}

const samplesOf = (results: readonly Result[]): Sample[] =>
  results.map(({ alarm, evidence }) => ({ evidence, isTrue: alarm.isTrue, camera: alarm.camera }))

function curveOf(results: readonly Result[]): Curve | null {
  const samples = samplesOf(results)
  if (new Set(samples.map(({ isTrue }) => isTrue)).size < 2) return null
  const at = RECALLS.map((recall) => {
    const counted = count(samples, thresholdFor(samples, recall))
    return { recall, reduction: counted.filtered / counted.negatives }
  })
  return { area: areaUnderCurve(samples), at }
}

/** Formats the area under the curve, and the reduction in per cent at each of RECALLS. Without a curve, each cell is a dash. */
export function curveCells(curve: Curve | null): string[] {
  if (curve === null) return ['–', ...RECALLS.map(() => '–')]
  return [curve.area.toFixed(4), ...curve.at.map(({ reduction }) => (reduction * 100).toFixed(1))]
}

/** The cost of the analysis: milliseconds per frame for each stage, and for the models alone. */
export function costOf(results: readonly Result[]): {
  frames: number
  ms: AlarmAnalysis['timings'] & { models: number }
} {
  const frames = results.reduce((sum, { analysis }) => sum + analysis.frames.length, 0)
  const perFrame = (of: (result: Result) => number) => results.reduce((sum, result) => sum + of(result), 0) / frames
  const [decode, motion, detect, decide, total] = STAGES.map((stage) =>
    perFrame(({ analysis }) => analysis.timings[stage]),
  )
  const models = perFrame(({ inferenceMs }) => inferenceMs)
  return {
    frames,
    ms: {
      decode: decode ?? 0,
      motion: motion ?? 0,
      detect: detect ?? 0,
      decide: decide ?? 0,
      total: total ?? 0,
      models,
    },
  }
}
