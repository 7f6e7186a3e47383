import { loadParameters, thresholdOf, type Parameters } from '../decide/parameters.ts'
import type { ViewSettings } from '../types.ts'

/** The models and parameters that judged an alarm. The evidence of different committees cannot be compared. */
export interface Committee {
  packs: { id: string; version: string }[]
  /** The version of the parameters. */
  parameters: string
}

/** The result of learning from operators' labels: how much more certain the filter must be before it passes an alarm on. */
export interface Adjustment {
  id: string
  scope: 'company' | 'camera'
  /**
   * The value that is added to the log-odds of the threshold. 0 changes nothing. A negative value would lower the threshold and is ignored.
   */
  shift: number
  /** The models and parameters whose evidence the adjustment was learnt from. It applies only to these. */
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

/** Returns the highest threshold that learning can set: the threshold of the strictest sensitivity, which users can also choose. */
export const strictestThreshold = ({ thresholds }: Parameters): number => Math.max(...thresholds)

/** Returns how far learning can raise the threshold of a sensitivity, in log-odds. 0 for the strictest sensitivity. */
export function roomAbove(parameters: Parameters, sensitivity: ViewSettings['sensitivity']): number {
  return logit(strictestThreshold(parameters)) - logit(thresholdOf(parameters, sensitivity))
}

/**
 * Returns the threshold of a sensitivity, raised by `shift`, as a probability. It never exceeds the threshold of the strictest sensitivity,
 * so learning never filters an alarm that the strictest sensitivity would pass.
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

/** Returns the parameters that a committee used. Undefined if this version of the program has other parameters for its models. */
export function parametersOf(committee: Committee): Parameters | undefined {
  const { parameters, version } = loadParameters(committee.packs.map(({ id }) => id))
  return version === committee.parameters ? parameters : undefined
}
