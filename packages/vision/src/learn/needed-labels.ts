/** A labelled alarm with its evidence. */
export interface Example {
  /** The peak of the evidence during the analysis, on the scale of the models' scores, 0–1. */
  evidence: number
  /** The camera's current setting. */
  sensitivity: 1 | 2 | 3 | 4 | 5
  isTrue: boolean
  camera: string
  at: Date
}

/** The scope of learning: all cameras of a company, or one camera. */
export type LearningScope = 'company' | 'camera'

/**
 * How many labels of each kind are enough, and from how many cameras or days. If none of n held-back true alarms is lost, fewer than 3/n of
 * all are, with 95 % confidence (rule of three): 3 % for a company, 6 % for a camera, before the shift is halved. Several cameras or days
 * are required, because many alarms of one rainy night say nothing about the next.
 */
export const NEEDED = {
  company: { each: 100, spread: 5 },
  camera: { each: 50, spread: 5 },
} as const

/** A number and the number that is needed. */
export interface Progress {
  have: number
  need: number
}

export interface Enough {
  true: Progress
  false: Progress
  /** Cameras for a company, days (UTC) for a camera. */
  spread: Progress
}

/** The group that is held back together. Alarms of one camera, or of one day, are similar. */
export const groupOf = ({ camera, at }: Example, scope: LearningScope): string =>
  scope === 'company' ? camera : at.toISOString().slice(0, 10)

/** How many labels there are and how many are needed. */
export function countLabels(examples: readonly Example[], scope: LearningScope): Enough {
  const { each, spread } = NEEDED[scope]
  const trueOnes = examples.filter(({ isTrue }) => isTrue).length
  return {
    true: { have: trueOnes, need: each },
    false: { have: examples.length - trueOnes, need: each },
    spread: { have: new Set(examples.map((example) => groupOf(example, scope))).size, need: spread },
  }
}
