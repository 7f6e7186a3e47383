/**
 * Every reason code that an alarm can have. The console translates the codes into sentences. Codes of the filter come first (what it
 * detected), then codes of the server (why nothing was analysed). A code is never renamed.
 */
export const REASON_CODES = [
  'person-detected',
  'vehicle-moved',
  'cycle-moved',
  'vehicle-present',
  'cycle-present',
  'object-detected',
  'nothing-moved',
  'nothing-detected',
  'below-threshold',
  'below-learnt-threshold',
  'only-masked',
  'only-static',
  'animal-only',
  'not-wanted',
  'single-frame',
  'global-change',
  'camera-moved',
  'scene-dark',
  'scene-covered',
  'scene-blurred',
  'no-pictures',
  'decode-failed',
  'too-many-pictures',
  'model-failed',
  'deadline',
  'released-at-deadline',
  'analysis-crashed',
  'analysis-timeout',
  'analysis-failed',
  'product-taken',
  'rule-hit',
  'rule-held',
  'rule-not-seen',
  'rule-too-small',
  'no-rule-hit',
  'no-ready-rule',
] as const

export type ReasonCode = (typeof REASON_CODES)[number]
