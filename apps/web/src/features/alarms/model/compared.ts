import type { Picture } from './prefetch-plan.ts'

/** The picture that the shown one is compared with. */
export interface Compared {
  picture: Picture
  /** The indices of the earlier and the later picture. */
  before: number
  after: number
  /** Whether `picture` is the earlier one. */
  isBefore: boolean
}

/**
 * Compares the shown picture with the first of the alarm, and the first one with the last.
 * @returns undefined for an alarm with fewer than two pictures
 */
export function comparedWith(pictures: readonly Picture[], index: number): Compared | undefined {
  if (pictures.length < 2) return undefined
  const other = index === 0 ? pictures.length - 1 : 0
  const picture = pictures[other]
  return picture && { picture, before: Math.min(index, other), after: Math.max(index, other), isBefore: other < index }
}

/** The share of the width at which the slider is after a move, 0–100. */
export const clampSplit = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent)))
