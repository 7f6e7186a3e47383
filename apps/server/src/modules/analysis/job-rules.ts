import { needsOf, readRuleMemory, type Rule, type RuleMemory } from '@winnow/domain'
import type { ViewSettings } from '@winnow/vision'
import type { Tx } from '../../platform/db/transaction.ts'
import { companyRules, engineRule, listRules, readinessOfRules } from '../rules/index.ts'

/** The rules that judge an alarm. */
export interface JobRules {
  /** Those that are switched on, ready, and whose time it was. */
  rules: Rule[]
  memory: RuleMemory
  /** Whether people and vehicles alone make the alarm true. */
  countsObjects: boolean
  /** Whether the camera did not count, so that only a hit brings the alarm inside. */
  isOutside: boolean
}

/** As they are stored with an alarm. `only`: why the camera did not count, if a rule brought the alarm inside. */
export interface RuleTimes {
  asking?: string[]
  resting?: string[]
  only?: { reason: string; until: string | null }
}

interface Alarm {
  companyId: string
  viewId: string
  outside: string | null
  /** Null if no rule had a schedule of its own when the alarm was received. */
  ruleTimes: RuleTimes | null
  /** The products that a person switched on for the camera. */
  products: readonly string[]
  unlocks: unknown
  /** As it is stored. */
  ruleMemory: unknown
}

/** Whether it was the time of a rule: that of its own schedule, or that of the camera. */
function wasItsTime({ id, scheduleId }: { id: string; scheduleId: string | null }, alarm: Alarm): boolean {
  const didCount = alarm.outside === null && !alarm.ruleTimes?.only
  if (scheduleId === null) return didCount
  if (alarm.ruleTimes?.asking?.includes(id)) return true
  // The rule got its schedule after the alarm was received, or the pictures are a test.
  return didCount && !alarm.ruleTimes?.resting?.includes(id)
}

export async function loadJobRules(tx: Tx, alarm: Alarm): Promise<JobRules> {
  const all = (await listRules(tx, alarm.viewId)).filter(({ fields }) => fields.active)
  const states =
    all.length === 0 ? [] : await readinessOfRules(tx, await companyRules(tx, alarm.unlocks), alarm.viewId, all)
  const isOutside = alarm.outside !== null
  return {
    rules: all
      .filter(
        ({ id, fields }, index) =>
          states[index]?.state === 'ready' && wasItsTime({ id, scheduleId: fields.scheduleId }, alarm),
      )
      .map(engineRule),
    memory: readRuleMemory(alarm.ruleMemory),
    // Without any product, a person switched them off while the alarm waited. It was accepted, so it is judged by the whole filter.
    countsObjects:
      !isOutside && !alarm.ruleTimes?.only && (alarm.products.includes('detect') || alarm.products.length === 0),
    isOutside,
  }
}

/** What the rules ask of the analysis of an alarm. They need every picture looked at to the end. */
export function askedByRules(
  rules: readonly Rule[],
): Partial<Pick<ViewSettings, 'looksToEnd' | 'readPlates' | 'rules'>> {
  const needs = needsOf(rules)
  if (needs === undefined) return {}
  const { plates, ...rest } = needs
  return { looksToEnd: true, rules: rest, ...(plates && { readPlates: true }) }
}
