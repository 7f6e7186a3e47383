import type { Light } from '../memory/view-memory.ts'

/** What can be done to a camera, or happen to it, so that it no longer shows what it is there for. */
export const TAMPER_KINDS = ['blur', 'dark', 'covered', 'moved', 'frozen'] as const

export type TamperKind = (typeof TAMPER_KINDS)[number]

/** Scores from which a fact holds; measured as `docs/filter-figures.md` tells. */
export const TAMPER_LIMITS: Readonly<Record<TamperKind, number>> = {
  /** More than a fifth of the usual sharpness is gone. */
  blur: 0.22,
  /** Not even 2 % of the picture are brighter than 18 of 255 levels. */
  dark: 0.5,
  /** Half of the usual detail is gone, and the coarse build of the place with it. */
  covered: 0.5,
  /** Nearly half of the usual edges are gone, and others, as fine as they were, came in their place; or they are all found elsewhere. */
  moved: 0.45,
  /** All but a strip for the clock is the same to the pixel. */
  frozen: 0.97,
}

/** One fact about a camera, as an alarm shows it. */
export interface TamperFact<Evidence> {
  /** 0 (nothing of it) to 1. */
  score: number
  /** The score reached its limit in TAMPER_LIMITS. */
  holds: boolean
  /** Since which alarm (ISO 8601) it has held in every one that could tell, and in how many; null and 0 when it does not hold. */
  since: string | null
  alarms: number
  evidence: Evidence
}

/** What a camera was compared with: its usual picture in the same light. */
export interface TamperBasis {
  light: Light
  /** Alarms the usual picture was learnt from; 0 when there is none yet. */
  alarms: number
  /** It was learnt from enough alarms, or was given: only then can `blur`, `covered` and `moved` hold. */
  isTrusted: boolean
}

/**
 * What an alarm's pictures say about the camera itself, for rules and schedules; the verdict does not depend on it. Only what every
 * frame shows counts, since headlights or a lorry blind a camera for a moment. A lorry that stands before the lens for a whole alarm
 * cannot be told from a cover by this alarm, so a rule that must not be fooled asks for two `alarms`, or for a time since `since`.
 */
export interface TamperFacts {
  basis: TamperBasis
  /** `sharpness`: 1 for the steepest edges a picture can have, null without edges; `usual`: the same of the usual picture. */
  blur: TamperFact<{ sharpness: number | null; usual: number | null }>
  /** Brightness (0–255) that 2 % of the pixels exceed, here and in the usual picture. */
  dark: TamperFact<{ brightness: number; usual: number | null }>
  /** Shares 0–1 of the usual edges that are still there, and of the places with fine detail that show none now. Null without a usual picture. */
  covered: TamperFact<{ edgesKept: number | null; detailGone: number | null }>
  /** `edgesNew`: edges that are not usual, as a share of the usual ones. `shift`: where the usual picture lies now, in shares of the width and height; null when no shift explains it. */
  moved: TamperFact<{ edgesKept: number | null; edgesNew: number | null; shift: { x: number; y: number } | null }>
  /** Share of the picture that is the same to the pixel, after so many seconds, within the alarm or since an earlier one. */
  frozen: TamperFact<{ same: number | null; seconds: number | null; across: 'frames' | 'alarms' | null }>
}
