import { readFileSync } from 'node:fs'
import type { AnalysisJob, ViewSettings } from '../types.ts'
import type { LabelledAlarm } from './read-manifest.ts'

/** The moment of a measurement, so that two runs agree. */
const START = Date.UTC(2026, 0, 1, 12)

/** A labelled alarm as the filter gets it, from a camera of which nothing is remembered. */
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
