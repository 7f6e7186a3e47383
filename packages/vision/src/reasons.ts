/**
 * The complete list of reasons that an analysis can give. The console, the emails and the messages to receivers translate them. Therefore a
 * code must never be renamed, and its parameters must never be removed.
 */
export const REASON_CODES = [
  /** A person outside masks: `frame`, `score`. */
  'person-detected',
  /** A vehicle that moved, or that arrived since the last alarm: `frame`, `score`. */
  'vehicle-moved',
  'cycle-moved',
  /** A vehicle on a single frame, so that its motion is unknown: `frame`, `score`. */
  'vehicle-present',
  'cycle-present',
  /** Another wanted class: `class`, `frame`, `score`. */
  'object-detected',
  /** The frames show no change beyond noise. */
  'nothing-moved',
  /** No model detected a wanted object outside masks that is not part of the scene. */
  'nothing-detected',
  /** The probability of the best candidate is below the threshold: `score`, `threshold`. */
  'below-threshold',
  /** The probability is below the threshold only because operators' labels raised it: `score`, `threshold`, `usual`. */
  'below-learnt-threshold',
  'only-masked',
  'only-static',
  'animal-only',
  /** An object of a class that is not wanted was detected: `class`. */
  'not-wanted',
  /** Motion could not be judged, because there is only one distinct picture. */
  'single-frame',
  /** So much of the picture changed between the frames that motion could not be judged: `share`. */
  'global-change',
  /** Many alarms waited, so only two of the pictures were looked at, and nothing more closely. */
  'fewer-looks',
  /** The camera shows another place than in its memory, so the memory was discarded. */
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
  /** The time limit was reached before every picture was analysed: `frames` of them were, `of` is the number to analyse. */
  'deadline',
] as const

export type ReasonCode = (typeof REASON_CODES)[number]

/** One reason for a verdict, in machine-readable form. */
export interface Reason {
  code: ReasonCode
  params?: Record<string, string | number>
}
