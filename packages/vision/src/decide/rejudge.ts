import { adjustedThreshold, parametersOf, type Committee } from '../learn/adjustment.ts'
import type { Verdict, ViewSettings } from '../types.ts'
import { passes } from './probability-curve.ts'

/** What is stored of an analysis. */
export interface StoredFindings {
  verdict: Verdict
  /** The highest evidence; 0 if nothing counted. Null for an alarm that was not analysed. */
  evidence: { value: number; isWhole: boolean } | null
  /** The models and parameters that judged it, and how far learning had raised the threshold. */
  judgedBy: (Committee & { shift: number }) | null
}

/**
 * The verdict that an alarm would have got with another sensitivity, by the rule of {@link decide} and from what is stored; no picture is
 * looked at again. It assumes the masks, classes and learning of that time. The stored evidence is the highest of all looks, whose plan does
 * not depend on the sensitivity, so that it can be compared with any threshold.
 * @returns undefined if too little is stored: without evidence, with parameters that this version does not have, or if an analysis that
 * ended early would have had to look further
 */
export function rejudge(stored: StoredFindings, sensitivity: ViewSettings['sensitivity']): Verdict | undefined {
  const { evidence, judgedBy, verdict } = stored
  const parameters = judgedBy === null ? undefined : parametersOf(judgedBy)
  if (evidence === null || judgedBy === null || parameters === undefined) return undefined
  if (passes(evidence.value, adjustedThreshold(parameters, sensitivity, judgedBy.shift), parameters)) return 'true'
  if (evidence.isWhole) return 'false'
  // Something disturbed the analysis. Below the threshold that leaves it open, as it was.
  return verdict === 'unverified' ? 'unverified' : undefined
}
