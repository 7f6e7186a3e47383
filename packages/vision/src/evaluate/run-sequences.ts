import { createAnalyser } from '../analyse/analyser.ts'
import type { Parameters } from '../decide/parameters.ts'
import type { Detector } from '../detect/detector.ts'
import type { AlarmAnalysis } from '../alarm-analysis.ts'
import type { ViewSettings } from '../types.ts'
import { jobOf } from './job-of.ts'
import type { LabelledAlarm } from './read-manifest.ts'
import { isPassed, PATIENCE_MS } from './run-alarms.ts'

/** Minutes between alarms for which the manifest gives no time. */
const USUAL_GAP_MINUTES = 15

/** An alarm of a sequence and the filter's analysis of it with the memory of the camera. */
export interface SequenceResult {
  alarm: LabelledAlarm
  analysis: AlarmAnalysis
  /** Whether the alarm would be passed without the memory. Null for true alarms that were passed, for which this is not measured. */
  isPassedAlone: boolean | null
}

/** Returns each camera's alarms in the order of the manifest, with the times in the manifest or the usual gap between them. */
export function sequencesOf(alarms: readonly LabelledAlarm[]): LabelledAlarm[][] {
  return [...Map.groupBy(alarms, ({ camera }) => camera).values()].map((sequence) =>
    sequence.map((alarm, index) => ({ ...alarm, minutes: alarm.minutes ?? index * USUAL_GAP_MINUTES })),
  )
}

/** Returns an alarm for every picture, as from cameras that send only one picture per alarm. */
export function picturesApart(alarms: readonly LabelledAlarm[]): LabelledAlarm[] {
  return alarms.flatMap(({ minutes: _together, ...alarm }) =>
    alarm.files.map((file, index) => ({ ...alarm, id: `${alarm.id} picture ${index + 1}`, files: [file] })),
  )
}

/** Runs the alarms of one camera through the filter and passes the memory from alarm to alarm, in the form that the product stores. */
export async function runSequence(
  detectors: readonly Detector[],
  sequence: readonly LabelledAlarm[],
  options: { sensitivity: ViewSettings['sensitivity']; parameters?: Parameters },
): Promise<SequenceResult[]> {
  const analyser = createAnalyser({ detectors, ...(options.parameters && { parameters: options.parameters }) })
  const results: SequenceResult[] = []
  let memory: unknown = null
  for (const alarm of sequence) {
    const job = jobOf(alarm, options.sensitivity)
    const patience = { softTimeoutMs: PATIENCE_MS }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stored memory may have any version; the analyser checks it
    const { analysis } = await analyser.analyse({ ...job, memory: memory as typeof job.memory }, patience)
    const isFound = alarm.isTrue && isPassed({ analysis })
    const alone = isFound || memory === null ? null : await analyser.analyse(job, patience)
    const isPassedAlone = isFound ? null : isPassed(alone ?? { analysis })
    results.push({ alarm, analysis, isPassedAlone })
    memory = JSON.parse(JSON.stringify(analysis.memory))
  }
  return results
}

/** Returns the true alarms that were filtered because of the memory. There must never be any. */
export const lostByMemory = (results: readonly SequenceResult[]): SequenceResult[] =>
  results.filter((result) => result.alarm.isTrue && !isPassed(result) && result.isPassedAlone === true)
