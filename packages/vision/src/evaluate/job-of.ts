import { readFileSync } from 'node:fs'
import type { AnalysisJob } from '../alarm-analysis.ts'
import type { ViewSettings } from '../types.ts'
import type { LabelledAlarm } from './read-manifest.ts'

/** The fixed time of a measurement, so that two runs agree. */
const START = Date.UTC(2026, 0, 1, 12)

/** Converts a labelled alarm to a job for the filter. The job's camera has no memory of earlier alarms. */
export function jobOf(alarm: LabelledAlarm, sensitivity: ViewSettings['sensitivity']): AnalysisJob {
  const media = alarm.files.map((file, index) => ({
    id: String(index),
    bytes: new Uint8Array(readFileSync(file)),
    ...(alarm.gapSeconds === null ? {} : { takenOffsetMs: Math.round(index * alarm.gapSeconds * 1000) }),
  }))
  const view: ViewSettings = {
    masks: [],
    wantedClasses: ['person', 'vehicle', 'cycle'],
    sensitivity,
    thermal: alarm.condition.includes('thermal'),
  }
  return { media, view, memory: null, now: new Date(START + (alarm.minutes ?? 0) * 60_000) }
}
