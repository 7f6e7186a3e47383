import type { Findings } from '../src/modules/alarms/index.ts'

/** What the filter found, with everything a test does not care about filled in. */
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
