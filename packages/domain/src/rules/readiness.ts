import { isFeatureOpen, type CompanyFlags, type Feature } from '../access/features.ts'
import { CAPABILITY_OF } from './needs.ts'
import { RULE_ENGINE } from './limits.ts'
import { tasksOf, type Rule, type RuleTask, type RuleType } from './rule.ts'
import type { RuleCapability } from './facts.ts'

/** The feature that a type of rule needs. All types need advanced alarms. */
const FEATURE_OF: Record<RuleType, Feature | null> = {
  count: null,
  crowd_forming: null,
  loitering: null,
  watch_list: 'vehicleWatchlist',
  licence_plate: 'licencePlate',
  ppe: 'ppe',
  hazard: 'hazard',
  safety_compliance: 'safetyCompliance',
  behavioural_anomaly: 'behaviouralAnomaly',
}

export const isRuleTypeOpen = (type: RuleType, flags: CompanyFlags): boolean => {
  const feature = FEATURE_OF[type]
  return flags.isAdvancedAlarmUnlocked && (feature === null || isFeatureOpen(feature, flags))
}

/** What decides whether a rule can look. */
export interface RuleSurroundings {
  flags: CompanyFlags
  /** What the detectors in use can see beyond the usual. */
  capabilities: ReadonlySet<RuleCapability | 'bag'>
  /** When the camera's last signals came, in milliseconds since 1970; empty if unknown. */
  signals: readonly number[]
  /** Whether the schedule that the rule names exists; true if it names none. */
  hasSchedule: boolean
  /** Whether the list that the rule names exists; true if it names none. */
  hasList: boolean
}

export type RuleReadiness =
  | { state: 'ready' }
  | { state: 'locked'; obstacle: 'feature' }
  | { state: 'needs-detector'; obstacle: 'detector'; needs: RuleCapability | 'bag' }
  | { state: 'cannot-here'; obstacle: 'signals-apart' | 'schedule-deleted' | 'list-deleted' }

/** Fewer signals say nothing about a camera. */
const ENOUGH_SIGNALS = 20
/** The share of signals that must follow another one closely. */
const CLOSE_SHARE = 0.05
const BURST_MS = 3_000

/**
 * Whether the signals of a camera come close enough to follow somebody from one to the next: some last for the period without a longer gap, or
 * enough of them follow another one closely. Two of one burst, within three seconds, tell nothing of that.
 */
export function areSignalsClose(signals: readonly number[], periodMs: number): boolean {
  if (signals.length < ENOUGH_SIGNALS) return true
  const sorted = signals.toSorted((a, b) => a - b)
  let start = sorted[0] ?? 0
  let close = 0
  for (const [index, at] of sorted.entries()) {
    const before = sorted[index - 1] ?? at
    if (at - before > RULE_ENGINE.gapMs) start = at
    if (at - start >= periodMs && at > start) return true
    if (at - before >= BURST_MS && at - before <= RULE_ENGINE.gapMs) close += 1
  }
  return close >= CLOSE_SHARE * (sorted.length - 1)
}

/** The capability that a task lacks; undefined if it lacks none. */
export function lacksOf(
  task: RuleTask,
  capabilities: RuleSurroundings['capabilities'],
): RuleCapability | 'bag' | undefined {
  const needs = CAPABILITY_OF[task]
  return needs === null || capabilities.has(needs) ? undefined : needs
}

/** Whether a rule can look and, if not, what is in its way: first what an administrator must open, then what is missing. */
export function readinessOf(
  rule: Pick<Rule, 'detectionType' | 'categories' | 'detectionPeriod'>,
  around: RuleSurroundings,
): RuleReadiness {
  if (!isRuleTypeOpen(rule.detectionType, around.flags)) return { state: 'locked', obstacle: 'feature' }
  const needs = tasksOf(rule)
    .map(({ task }) => lacksOf(task, around.capabilities))
    .find((lacks) => lacks !== undefined)
  if (needs !== undefined) return { state: 'needs-detector', obstacle: 'detector', needs }
  if (!around.hasSchedule) return { state: 'cannot-here', obstacle: 'schedule-deleted' }
  if (!around.hasList) return { state: 'cannot-here', obstacle: 'list-deleted' }
  if (rule.detectionType === 'loitering' && !areSignalsClose(around.signals, (rule.detectionPeriod ?? 0) * 1_000))
    return { state: 'cannot-here', obstacle: 'signals-apart' }
  return { state: 'ready' }
}
