import type { Findings } from '../src/modules/alarms/index.ts'

/** The filter's result, with defaults for everything that a test does not set. */
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
