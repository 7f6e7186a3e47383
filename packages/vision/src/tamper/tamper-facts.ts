import type { Light } from '../types.ts'

/** Kinds of tampering or damage after which a camera no longer shows its scene. */
export const TAMPER_KINDS = ['blur', 'dark', 'covered', 'moved', 'frozen'] as const

export type TamperKind = (typeof TAMPER_KINDS)[number]

/** Scores from which a fact holds; `docs/filter-figures.md` describes their measurement. */
export const TAMPER_LIMITS: Readonly<Record<TamperKind, number>> = {
  /** More than a fifth of the usual sharpness is gone. */
  blur: 0.22,
  /** Less than 2 % of the picture is brighter than 18 of 255 levels. */
  dark: 0.5,
  /** Half of the usual detail is gone, together with the coarse structure of the place. */
  covered: 0.5,
  /** Nearly half of the usual edges are gone, and edges of equal fineness replaced them; or all are found at another position. */
  moved: 0.45,
  /** Every pixel is equal, except in a strip for the clock. */
  frozen: 0.97,
}

/** One fact about a camera, as measured in an alarm. */
export interface TamperFact<Evidence> {
  /** The strength of the fact, 0–1. */
  score: number
  /** Whether the score reached its limit in TAMPER_LIMITS. */
  holds: boolean
  /** Time (ISO 8601) of the first alarm of the unbroken series in which it held, and their number. Null and 0 when it does not hold. */
  since: string | null
  alarms: number
  evidence: Evidence
}

/** The basis of the comparison: the camera's usual picture in the same light. */
export interface TamperBasis {
  light: Light
  /** Alarms the usual picture was learnt from; 0 when there is none yet. */
  alarms: number
  /** Whether the usual picture was learnt from enough alarms or chosen by a user. Otherwise `blur`, `covered` and `moved` never hold. */
  isTrusted: boolean
}

/**
 * Facts about the camera itself from an alarm's pictures, for rules and schedules. The verdict does not depend on them. A fact must show
 * in every frame, because headlights or a lorry may blind a camera for a moment. One alarm cannot distinguish a cover from a lorry that
 * stands before the lens for the whole alarm. A rule that must exclude this should require two `alarms`, or a time after `since`.
 */
export interface TamperFacts {
  basis: TamperBasis
  /** `sharpness`: 1 for the steepest possible edges, null without edges. `usual`: the sharpness of the usual picture. */
  blur: TamperFact<{ sharpness: number | null; usual: number | null }>
  /** Brightness (0–255) that 2 % of the pixels exceed, here and in the usual picture. */
  dark: TamperFact<{ brightness: number; usual: number | null }>
  /** Shares (0–1) of the usual edges that remain, and of the places with fine detail that have none now. Null without a usual picture. */
  covered: TamperFact<{ edgesKept: number | null; detailGone: number | null }>
  /**
   * `edgesNew`: edges that the usual picture does not have, as a share of the usual ones. `shift`: where the usual picture lies now, in
   * shares of the width and height; null when no shift explains the change.
   */
  moved: TamperFact<{ edgesKept: number | null; edgesNew: number | null; shift: { x: number; y: number } | null }>
  /** Share of equal pixels, the seconds that passed, and whether frames of this alarm were compared or this alarm with an earlier one. */
  frozen: TamperFact<{ same: number | null; seconds: number | null; across: 'frames' | 'alarms' | null }>
}
