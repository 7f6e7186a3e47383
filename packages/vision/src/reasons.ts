/**
 * The closed list of reasons an analysis may give. The console, the mails and the payloads of receivers translate them, so a code
 * is never renamed and its parameters are never dropped.
 */
export const REASON_CODES = [
  /** A person outside masks: `frame`, `score`. */
  'person-detected',
  /** A vehicle that moved or was not there before: `frame`, `score`. */
  'vehicle-moved',
  'cycle-moved',
  /** A vehicle on the only frame, so movement is unknown: `frame`, `score`. */
  'vehicle-present',
  'cycle-present',
  /** Another wanted class: `class`, `frame`, `score`. */
  'object-detected',
  /** The frames show no change beyond noise. */
  'nothing-moved',
  /** No model saw anything that counts. */
  'nothing-detected',
  /** The best candidate stayed below the threshold: `score`, `threshold`. */
  'below-threshold',
  /** The best candidate would have been enough before operators' labels raised the threshold: `score`, `threshold`, `usual`. */
  'below-learnt-threshold',
  'only-masked',
  'only-static',
  'animal-only',
  /** Things were seen, none of a wanted class: `class`. */
  'not-wanted',
  /** Movement could not be judged: one distinct picture only. */
  'single-frame',
  /** So much changed between the frames that movement says nothing: `share`. */
  'global-change',
  /** The camera looks elsewhere than in its memory; the memory was dropped. */
  'camera-moved',
  'scene-dark',
  'scene-covered',
  'scene-blurred',
  'no-pictures',
  /** Some or all pictures could not be read: `count`. */
  'decode-failed',
  /** More pictures arrived than are analysed: `count` were left out. */
  'too-many-pictures',
  'model-failed',
  /** Time ran out before every picture was analysed: `frames`, `of`. */
  'deadline',
] as const

export type ReasonCode = (typeof REASON_CODES)[number]

/** One machine readable statement about a verdict. */
export interface Reason {
  code: ReasonCode
  params?: Record<string, string | number>
}
