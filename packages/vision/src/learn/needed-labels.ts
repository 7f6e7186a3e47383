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
 * The number of labels of each kind that is enough (`each`), and the number of cameras or days that they must come from (`spread`). If none
 * of n held-back true alarms is lost, then with 95 % confidence less than 3/n of all true alarms are lost (rule of three). This is 3 % for
 * a company and 6 % for a camera, before the shift is halved. Several cameras or days are required, because many alarms of one rainy night
 * do not show what happens in the next night.
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
  /** The number of cameras for a company, or of days (UTC) for a camera. */
  spread: Progress
}

/** Returns the group of an example. A group is held back as a whole, because alarms of one camera or of one day are similar. */
export const groupOf = ({ camera, at }: Example, scope: LearningScope): string =>
  scope === 'company' ? camera : at.toISOString().slice(0, 10)

/** Counts the labels, and adds how many are needed. */
export function countLabels(examples: readonly Example[], scope: LearningScope): Enough {
  const { each, spread } = NEEDED[scope]
  const trueOnes = examples.filter(({ isTrue }) => isTrue).length
  return {
    true: { have: trueOnes, need: each },
    false: { have: examples.length - trueOnes, need: each },
    spread: { have: new Set(examples.map((example) => groupOf(example, scope))).size, need: spread },
  }
}
