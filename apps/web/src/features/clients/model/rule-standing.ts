import type { AdvancedRule, RuleCategory, RuleKind, RuleType } from '@winnow/contract'
import { categoriesOf } from './rule-draft.ts'

/** Whether a rule, or a kind of rules, can look, and what is in its way. */
export type Standing = Pick<AdvancedRule, 'state' | 'obstacle' | 'needs'>

export const READY: Standing = { state: 'ready', obstacle: null, needs: null }

/** The standing of one thing that rules look for. Without news of it, the server decides. */
export const standingOf = (kinds: readonly RuleKind[], type: RuleType, category: RuleCategory | null): Standing =>
  kinds.find((kind) => kind.type === type && kind.category === category) ?? READY

const isReady = ({ state }: Standing) => state === 'ready'

/** The standing of a rule that looks for these things: it is ready if it can see all of them. */
export function standingOfRule(
  kinds: readonly RuleKind[],
  type: RuleType,
  categories: readonly RuleCategory[],
): Standing {
  const looked = categoriesOf(type).length === 0 ? [null] : categories
  return looked.map((category) => standingOf(kinds, type, category)).find((standing) => !isReady(standing)) ?? READY
}

/**
 * The standing of a type for those who choose it: that of the best of its things, because a rule may look for that one alone.
 */
export function standingOfType(kinds: readonly RuleKind[], type: RuleType): Standing {
  const all = categoriesOf(type).length === 0 ? [null] : categoriesOf(type)
  const standings = all.map((category) => standingOf(kinds, type, category))
  return standings.find(isReady) ?? standings.find(({ state }) => state !== 'locked') ?? standings[0] ?? READY
}

/** Whether no change of the rule itself can let it look: a feature or a detector is missing. */
export const isBlind = ({ state }: Standing): boolean => state === 'locked' || state === 'needs-detector'
