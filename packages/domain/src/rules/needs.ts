import type { RuleCapability, RuleNeeds } from './facts.ts'
import { tasksOf, type Rule, type RuleTask } from './rule.ts'

/** The capability of detectors that a task needs. `bag`: a detector that sees bags; null: any detector, or none. */
export const CAPABILITY_OF: Record<RuleTask, RuleCapability | 'bag' | null> = {
  count: null,
  crowd: null,
  loitering: null,
  plates: null,
  ppe: 'ppe',
  smoke_fire: 'fire',
  broken_window: 'glass',
  obstructed_door: null,
  falling: null,
  lying: null,
  baggage: 'bag',
  aggressive: 'behaviour',
  climbing: null,
}

/** The name of a rule's zone in the facts. */
export const zoneId = (ruleId: string, index: number): string => `${ruleId}/${index}`

const isCapability = (name: RuleCapability | 'bag' | null): name is RuleCapability => name !== null && name !== 'bag'

/** What rules ask of an analysis. Undefined: there are none, so nothing is looked at for them. */
export function needsOf(rules: readonly Rule[]): (RuleNeeds & { plates: boolean }) | undefined {
  if (rules.length === 0) return undefined
  const of = rules.map((rule) => ({ rule, tasks: tasksOf(rule).map(({ task }) => task) }))
  const all = new Set(of.flatMap(({ tasks }) => tasks))
  return {
    looks: all.has('loitering'),
    postures: all.has('lying') || all.has('falling'),
    plates: all.has('plates'),
    zones: of
      .filter(({ tasks }) => tasks.includes('obstructed_door'))
      .flatMap(({ rule }) => rule.zones.map(({ points }, index) => ({ id: zoneId(rule.id, index), points }))),
    capabilities: [...new Set([...all].map((task) => CAPABILITY_OF[task]).filter(isCapability))],
  }
}
