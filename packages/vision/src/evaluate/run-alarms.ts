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
  /** The value that the filter compares with its threshold: the largest evidence after any detector run, here with all runs done. */
  evidence: number
  inferenceMs: number
}

/** Time limit of one alarm. It is long because nobody waits for a measurement. */
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

/** Whether the filter passes an alarm on: its verdict is anything but false. */
export const isPassed = ({ analysis }: Pick<Result, 'analysis'>): boolean => analysis.verdict !== 'false'
