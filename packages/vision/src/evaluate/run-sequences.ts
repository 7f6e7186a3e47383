import { createAnalyser } from '../analyse/analyser.ts'
import type { Parameters } from '../decide/parameters.ts'
import type { Detector } from '../detect/detector.ts'
import type { AlarmAnalysis, ViewSettings } from '../types.ts'
import { jobOf } from './job-of.ts'
import type { LabelledAlarm } from './read-manifest.ts'
import { isPassed, PATIENCE_MS } from './run-alarms.ts'

/** Minutes between alarms of which the manifest tells no time. */
const USUAL_GAP_MINUTES = 15

/** An alarm of a sequence and what the filter makes of it with what it remembers of the camera. */
export interface SequenceResult {
  alarm: LabelledAlarm
  analysis: AlarmAnalysis
  /** Whether it would be passed by itself. Not looked up for true alarms that are passed. */
  isPassedAlone: boolean | null
}

/** Each camera's alarms in the order of the manifest, with the times they are given or a usual gap apart. */
export function sequencesOf(alarms: readonly LabelledAlarm[]): LabelledAlarm[][] {
  return [...Map.groupBy(alarms, ({ camera }) => camera).values()].map((sequence) =>
    sequence.map((alarm, index) => ({ ...alarm, minutes: alarm.minutes ?? index * USUAL_GAP_MINUTES })),
  )
}

/** Every picture as an alarm by itself, as from cameras that send but one. */
export function picturesApart(alarms: readonly LabelledAlarm[]): LabelledAlarm[] {
  return alarms.flatMap(({ minutes: _together, ...alarm }) =>
    alarm.files.map((file, index) => ({ ...alarm, id: `${alarm.id} picture ${index + 1}`, files: [file] })),
  )
}

/** Runs the alarms of one camera through the filter, its memory passed on from alarm to alarm as the product stores it. */
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stored memory is of any version; the analyser looks at it
    const { analysis } = await analyser.analyse({ ...job, memory: memory as typeof job.memory }, patience)
    const isFound = alarm.isTrue && isPassed({ analysis })
    const alone = isFound || memory === null ? null : await analyser.analyse(job, patience)
    const isPassedAlone = isFound ? null : isPassed(alone ?? { analysis })
    results.push({ alarm, analysis, isPassedAlone })
    memory = JSON.parse(JSON.stringify(analysis.memory))
  }
  return results
}

/** True alarms that the memory of what was there before filtered: none may ever be. */
export const lostByMemory = (results: readonly SequenceResult[]): SequenceResult[] =>
  results.filter((result) => result.alarm.isTrue && !isPassed(result) && result.isPassedAlone === true)
