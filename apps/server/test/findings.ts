import type { Findings } from '../src/modules/alarms/index.ts'

/** A result of the filter, with defaults for all properties that a test does not set. */
export const findingsOf = (verdict: Findings['verdict'], more: Partial<Findings> = {}): Findings => ({
  verdict,
  score: 0.5,
  classes: [],
  reasons: [{ code: 'nothing-detected' }],
  detections: [],
  problems: [],
  model: null,
  evidence: null,
  timings: null,
  analysedSignals: 1,
  ...more,
})
