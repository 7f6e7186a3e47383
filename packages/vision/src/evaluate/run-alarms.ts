import { createAnalyser } from '../analyse/analyser.ts'
import type { Detector } from '../detect/detector.ts'
import type { AlarmAnalysis } from '../alarm-analysis.ts'
import type { ViewSettings } from '../types.ts'
import { jobOf } from './job-of.ts'
import type { LabelledAlarm } from './read-manifest.ts'

/** A labelled alarm and the filter's analysis of it. */
export interface Result {
  alarm: LabelledAlarm
  analysis: AlarmAnalysis
  /** The largest evidence after any run of a detector. Unlike in normal operation, all planned runs were done. */
  evidence: number
  inferenceMs: number
}

/** The time limit of one alarm in milliseconds. It is long because nobody waits for a measurement. */
export const PATIENCE_MS = 600_000

/** Runs alarms through the unchanged filter, each by itself, and reports after each one. */
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

/** Whether the filter passes an alarm on, that is, its verdict is true or unverified. */
export const isPassed = ({ analysis }: Pick<Result, 'analysis'>): boolean => analysis.verdict !== 'false'
