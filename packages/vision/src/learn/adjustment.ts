import { loadParameters, thresholdOf, type Parameters } from '../decide/parameters.ts'
import type { AlarmAnalysis, ViewSettings } from '../types.ts'

/** The models and parameters that judged an alarm, as its analysis tells them. Evidence of different ones cannot be compared. */
export type Committee = Pick<AlarmAnalysis['model'], 'packs' | 'parameters'>

/** What was learnt from operators' labels: how much surer the filter must be before it passes an alarm on. */
export interface Adjustment {
  id: string
  scope: 'company' | 'camera'
  /** Added to the threshold's log-odds; 0 changes nothing, and what would lower the threshold is not believed. */
  shift: number
  /** Whose evidence it was learnt from; others take no notice of it. */
  committee: Committee
}

export const logit = (probability: number): number => Math.log(probability / (1 - probability))

const isSame = (a: Committee, b: Committee): boolean =>
  a.parameters === b.parameters &&
  a.packs.length === b.packs.length &&
  a.packs.every(({ id, version }) => b.packs.some((other) => other.id === id && other.version === version))

/** Whether what was learnt is about these models and parameters. */
export function isFor(adjustment: Pick<Adjustment, 'committee'>, committee: Committee): boolean {
  return isSame(adjustment.committee, committee)
}

/** The probability that no learning goes beyond: the threshold of the strictest sensitivity, which a hand could set as well. */
export const strictestThreshold = ({ thresholds }: Parameters): number => Math.max(...thresholds)

/** How far, in log-odds, the threshold of a sensitivity can be raised by learning; 0 for the strictest. */
export function roomAbove(parameters: Parameters, sensitivity: ViewSettings['sensitivity']): number {
  return logit(strictestThreshold(parameters)) - logit(thresholdOf(parameters, sensitivity))
}

/**
 * The probability from which on an alarm is passed on when the threshold of its sensitivity is raised by `shift`. However large
 * that is, whom the strictest sensitivity would see is seen: nobody is left out because of what others were labelled.
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

/** Parameters by the committee that used them; undefined when this version of the program would use others. */
export function parametersOf(committee: Committee): Parameters | undefined {
  const { parameters, version } = loadParameters(committee.packs.map(({ id }) => id))
  return version === committee.parameters ? parameters : undefined
}
