import { loadParameters, thresholdOf, type Parameters } from '../decide/parameters.ts'
import type { ViewSettings } from '../types.ts'

/** The models and parameters that judged an alarm, from its analysis. Evidence of different ones cannot be compared. */
export interface Committee {
  packs: { id: string; version: string }[]
  /** The version of the parameters. */
  parameters: string
}

/** The result of learning from operators' labels: how much more certain the filter must be before it passes an alarm on. */
export interface Adjustment {
  id: string
  scope: 'company' | 'camera'
  /** Added to the threshold's log-odds. 0 changes nothing; a negative value, which would lower the threshold, is ignored. */
  shift: number
  /** The models and parameters whose evidence it was learnt from. It does not apply to others. */
  committee: Committee
}

export const logit = (probability: number): number => Math.log(probability / (1 - probability))

const isSame = (a: Committee, b: Committee): boolean =>
  a.parameters === b.parameters &&
  a.packs.length === b.packs.length &&
  a.packs.every(({ id, version }) => b.packs.some((other) => other.id === id && other.version === version))

/** Whether an adjustment applies to these models and parameters. */
export function isFor(adjustment: Pick<Adjustment, 'committee'>, committee: Committee): boolean {
  return isSame(adjustment.committee, committee)
}

/** The highest threshold that learning can set: that of the strictest sensitivity, which can also be set by hand. */
export const strictestThreshold = ({ thresholds }: Parameters): number => Math.max(...thresholds)

/** How far learning can raise the threshold of a sensitivity, in log-odds; 0 for the strictest. */
export function roomAbove(parameters: Parameters, sensitivity: ViewSettings['sensitivity']): number {
  return logit(strictestThreshold(parameters)) - logit(thresholdOf(parameters, sensitivity))
}

/**
 * The threshold of a sensitivity raised by `shift`, as a probability. It never exceeds that of the strictest sensitivity, so that labels
 * cannot hide anybody whom that sensitivity would show.
 */
export function adjustedThreshold(
  parameters: Parameters,
  sensitivity: ViewSettings['sensitivity'],
  shift: number,
): number {
  const usual = thresholdOf(parameters, sensitivity)
  if (!(shift > 0)) return usual
  return 1 / (1 + Math.exp(-(logit(usual) + Math.min(shift, roomAbove(parameters, sensitivity)))))
}

/** The parameters that a committee used; undefined when this version of the program would use others. */
export function parametersOf(committee: Committee): Parameters | undefined {
  const { parameters, version } = loadParameters(committee.packs.map(({ id }) => id))
  return version === committee.parameters ? parameters : undefined
}
