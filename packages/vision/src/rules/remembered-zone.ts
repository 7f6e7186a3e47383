import type { Light } from '../types.ts'

/** The usual picture of a zone with its surroundings, grey, 16 × 16 pixels as base64. Null until three alarms agree on it. */
export interface UsualPicture {
  usual: string | null
  /** What the last alarms showed, while it is not usual: the picture, the number of alarms, and the times of the first and the last. */
  other: { picture: string; alarms: number; since: string; last: string } | null
}

/** What is remembered of a zone. `shape` is a checksum of its corners: a zone that was drawn anew is learnt anew. */
export interface RememberedZone {
  id: string
  shape: string
  usual: Partial<Record<Light, UsualPicture>>
}
