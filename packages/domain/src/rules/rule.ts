/** The kinds of advanced rules. The contract has the same list; this package does not depend on it. */
export type RuleType =
  | 'count'
  | 'crowd_forming'
  | 'loitering'
  | 'watch_list'
  | 'ppe'
  | 'hazard'
  | 'safety_compliance'
  | 'behavioural_anomaly'
  | 'licence_plate'

export type RuleCategory =
  | 'smoke_fire'
  | 'broken_window'
  | 'obstructed_door'
  | 'falling'
  | 'lying'
  | 'baggage'
  | 'aggressive'
  | 'crowd'
  | 'climbing'

/** A closed area with three or more points in 0–1 coordinates of the picture. */
export type Area = readonly (readonly [number, number])[]

export interface RuleZone {
  name: string
  points: Area
}

/** The fields of a rule that the engine reads. Periods are in seconds, timeouts in minutes. */
export interface Rule {
  id: string
  name: string
  detectionType: RuleType
  categories: readonly RuleCategory[]
  detectionMin: number | null
  detectionMax: number | null
  detectionPeriod: number | null
  detectionSimilarityThreshold: number | null
  detectionCondition: 'inside' | 'outside' | 'any' | 'all'
  detectionTimeout: number | null
  detectionTimeoutActive: boolean
  objectType: string
  meta: { items?: readonly string[] | undefined; listId?: string | null | undefined }
  zones: readonly RuleZone[]
  visualType: 'box' | 'zone' | 'heat'
}

/** A rule that counts people in the whole picture, without any bound. */
export const BLANK_RULE: Rule = {
  id: 'rule',
  name: 'Rule',
  detectionType: 'count',
  categories: [],
  detectionMin: null,
  detectionMax: null,
  detectionPeriod: null,
  detectionSimilarityThreshold: null,
  detectionCondition: 'inside',
  detectionTimeout: null,
  detectionTimeoutActive: false,
  objectType: 'person',
  meta: {},
  zones: [],
  visualType: 'box',
}

/** One thing that a rule looks for. A rule with several categories is as many tasks. */
export type RuleTask = 'count' | 'crowd' | 'loitering' | 'plates' | 'ppe' | Exclude<RuleCategory, 'crowd'>

const TASK_OF: Partial<Record<RuleType, RuleTask>> = {
  count: 'count',
  crowd_forming: 'crowd',
  loitering: 'loitering',
  watch_list: 'plates',
  licence_plate: 'plates',
  ppe: 'ppe',
}

/** What a rule looks for, with the category of each; null for types without categories. */
export function tasksOf({
  detectionType,
  categories,
}: Pick<Rule, 'detectionType' | 'categories'>): { task: RuleTask; category: RuleCategory | null }[] {
  const only = TASK_OF[detectionType]
  if (only !== undefined) return [{ task: only, category: null }]
  return categories.map((category) => ({ task: category, category }))
}
