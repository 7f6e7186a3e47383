import { createAnalyser } from '../analyse/analyser.ts'
import type { Detector } from '../detect/detector.ts'
import type { AlarmAnalysis, ViewSettings } from '../types.ts'
import { jobOf } from './job-of.ts'
import type { LabelledAlarm } from './read-manifest.ts'

/** A labelled alarm and what the filter makes of it. */
export interface Result {
  alarm: LabelledAlarm
  analysis: AlarmAnalysis
  /** What the filter holds against its threshold: the most evidence there was after any look, here with every look taken. */
  evidence: number
  inferenceMs: number
}

/** Nobody waits for a measurement. */
export const PATIENCE_MS = 600_000

/** Runs alarms through the filter as it is, each by itself, and tells after each one. */
export async function runAlarms(
  detectors: readonly Detector[],
  alarms: readonly LabelledAlarm[],
  options: { sensitivity: ViewSettings['sensitivity']; onDone?: (count: number) => void },
): Promise<Result[]> {
  const analyser = createAnalyser({ detectors })
  const patient = createAnalyser({ detectors, isThorough: true })
  const results: Result[] = []
  for (const alarm of alarms) {
    const job = jobOf(alarm, options.sensitivity)
    const { analysis, inferenceMs } = await analyser.analyse(job, { softTimeoutMs: PATIENCE_MS })
    const full =
      analysis.verdict === 'true' ? (await patient.analyse(job, { softTimeoutMs: PATIENCE_MS })).analysis : analysis
    results.push({ alarm, analysis, inferenceMs, evidence: full.evidence?.value ?? 0 })
    options.onDone?.(results.length)
  }
  return results
}

/** What the filter passes on: all that it does not take for false. */
export const isPassed = ({ analysis }: Pick<Result, 'analysis'>): boolean => analysis.verdict !== 'false'
