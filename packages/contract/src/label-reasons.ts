/**
 * Why an alarm was true or false, as the person says who labels it. The order is that of the digit keys: the first reason is key 1. A code is
 * never renamed. `other` is the last of both lists and goes with a note.
 */
export const LABEL_REASONS = {
  true: ['person', 'vehicle', 'known-person', 'animal', 'damage', 'fire', 'other'],
  false: ['wind', 'weather', 'animal', 'insect', 'headlights', 'shadow', 'staff', 'camera', 'other'],
} as const

export type LabelReason = (typeof LABEL_REASONS)['true' | 'false'][number]

/** All reasons, each once. */
export const ALL_LABEL_REASONS: readonly LabelReason[] = [...new Set([...LABEL_REASONS.false, ...LABEL_REASONS.true])]

/** The reasons that a label can have, in the order of the digit keys. */
export const reasonsFor = (groundTruth: boolean): readonly LabelReason[] =>
  groundTruth ? LABEL_REASONS.true : LABEL_REASONS.false
