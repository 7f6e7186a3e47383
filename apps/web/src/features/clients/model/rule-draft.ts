import {
  type AdvancedRule,
  type AdvancedRuleFields,
  type PpeItem,
  type RuleCategory,
  RULE_CATEGORIES,
  RULE_LIMITS,
  RULE_TIMEOUTS,
  type RuleType,
} from '@winnow/contract'
import type { Zone } from './zone-editor.ts'

/** Something that a rule uses, as it is chosen by name. Without a name, it was deleted or is not loaded yet. */
export interface Named {
  id: string
  name: string
}

type Condition = AdvancedRuleFields['detectionCondition']
type Visual = AdvancedRuleFields['visualType']
type ObjectClass = AdvancedRuleFields['objectType']

/** A rule as its form edits it. A number field holds a text while it is empty. */
export interface RuleDraft {
  name: string
  active: boolean
  type: RuleType
  categories: RuleCategory[]
  objectType: ObjectClass
  min: number | string
  max: number | string
  /** In seconds. */
  period: number | string
  /** In percent. */
  similarity: number | string
  items: PpeItem[]
  list: Named | null
  zones: Zone[]
  condition: Condition
  hasSchedule: boolean
  schedule: Named | null
  isHeld: boolean
  /** In minutes, as a choice holds it. */
  timeout: string
  visual: Visual
}

/** The fields of the form that only some rules have. */
export type RuleField = 'categories' | 'objectType' | 'min' | 'max' | 'period' | 'similarity' | 'items' | 'list'

const LASTING: readonly RuleCategory[] = ['crowd', 'baggage', 'obstructed_door']

/** What rules of a type can look for; empty for types that look for one thing. */
export const categoriesOf = (type: RuleType): readonly RuleCategory[] =>
  type === 'hazard' || type === 'safety_compliance' || type === 'behavioural_anomaly' ? RULE_CATEGORIES[type] : []

/** The fields that a rule of this type and these categories needs. */
export function fieldsOf({ type, categories, list }: Pick<RuleDraft, 'type' | 'categories' | 'list'>): Set<RuleField> {
  switch (type) {
    case 'count':
      return new Set(['objectType', 'min', 'max'])
    case 'crowd_forming':
      return new Set(['objectType', 'min', 'period'])
    case 'loitering':
      return new Set(['objectType', 'period'])
    case 'watch_list':
      return new Set(['list', 'similarity'])
    case 'licence_plate':
      return new Set(list ? ['list', 'similarity'] : ['list'])
    case 'ppe':
      return new Set(['items'])
    default:
      return new Set([
        'categories',
        ...(categories.includes('crowd') ? (['min'] as const) : []),
        ...(categories.some((category) => LASTING.includes(category)) ? (['period'] as const) : []),
      ])
  }
}

/** Whether a rule needs a zone: the face of a fence, or a door. */
export const needsZone = ({ categories }: Pick<RuleDraft, 'categories'>): boolean =>
  categories.includes('climbing') || categories.includes('obstructed_door')

/** How the zones of a rule can take part. Only what is counted can be counted in each zone alone. */
export function conditionsOf({
  type,
  categories,
  zones,
}: Pick<RuleDraft, 'type' | 'categories' | 'zones'>): Condition[] {
  if (zones.length === 0) return ['inside']
  if (needsZone({ categories })) return ['inside']
  const counts = type === 'count' || type === 'crowd_forming' || categories.includes('crowd')
  return counts && zones.length > 1 ? ['inside', 'any', 'all', 'outside'] : ['inside', 'outside']
}

const FIRST_TIMEOUT = String(RULE_TIMEOUTS[0])
/** A period that people recognise as "for a while"; half of the longest one is too long for most cameras. */
const USUAL_PERIOD = 30
const USUAL_SIMILARITY = 100

/** A new rule of a type. */
export function newRule(type: RuleType, name: string, active: boolean): RuleDraft {
  const [first] = categoriesOf(type)
  return {
    name,
    active,
    type,
    categories: first && categoriesOf(type).length === 1 ? [first] : [],
    objectType: 'person',
    min: type === 'count' ? 1 : type === 'crowd_forming' ? 5 : '',
    max: '',
    period: USUAL_PERIOD,
    similarity: USUAL_SIMILARITY,
    items: type === 'ppe' ? ['helmet'] : [],
    list: null,
    zones: [],
    condition: 'inside',
    hasSchedule: false,
    schedule: null,
    isHeld: false,
    timeout: FIRST_TIMEOUT,
    visual: 'box',
  }
}

/** A saved rule for its form. `names`: the names of what it uses. */
export function asRuleDraft(rule: AdvancedRule, names: { list: string | null; schedule: string | null }): RuleDraft {
  const { meta, scheduleId, detectionSimilarityThreshold: similarity } = rule
  return {
    name: rule.name,
    active: rule.active,
    type: rule.detectionType,
    categories: rule.categories,
    objectType: rule.objectType,
    min: rule.detectionMin ?? '',
    max: rule.detectionMax ?? '',
    period: rule.detectionPeriod ?? USUAL_PERIOD,
    similarity: similarity === null ? USUAL_SIMILARITY : Math.round(similarity * 100),
    items: meta.items ?? [],
    list: meta.listId && names.list !== null ? { id: meta.listId, name: names.list } : null,
    zones: rule.zones,
    condition: rule.detectionCondition,
    hasSchedule: scheduleId !== null,
    schedule: scheduleId !== null && names.schedule !== null ? { id: scheduleId, name: names.schedule } : null,
    isHeld: rule.detectionTimeoutActive,
    timeout: rule.detectionTimeout === null ? FIRST_TIMEOUT : String(rule.detectionTimeout),
    visual: rule.visualType,
  }
}

const numberOr = <T>(value: number | string, otherwise: T): number | T =>
  value === '' || Number.isNaN(Number(value)) ? otherwise : Number(value)

/** The rule as it is saved. Fields that its kind does not need are left empty, whatever was typed in them. */
export function toRuleBody(draft: RuleDraft): AdvancedRuleFields {
  const fields = fieldsOf(draft)
  const has = (field: RuleField) => fields.has(field)
  const conditions = conditionsOf(draft)
  return {
    active: draft.active,
    name: draft.name,
    detectionType: draft.type,
    categories: has('categories') ? draft.categories : [],
    objectType: has('objectType') ? draft.objectType : 'person',
    detectionMin: has('min') ? numberOr(draft.min, null) : null,
    detectionMax: has('max') ? numberOr(draft.max, null) : null,
    detectionPeriod: has('period') ? numberOr(draft.period, null) : null,
    detectionSimilarityThreshold: has('similarity') ? numberOr(draft.similarity, USUAL_SIMILARITY) / 100 : null,
    detectionCondition: conditions.includes(draft.condition) ? draft.condition : 'inside',
    detectionTimeout: draft.isHeld ? Number(draft.timeout) : null,
    detectionTimeoutActive: draft.isHeld,
    meta: {
      ...(has('items') ? { items: draft.items } : {}),
      ...(has('list') && draft.list ? { listId: draft.list.id } : {}),
    },
    scheduleId: draft.hasSchedule ? (draft.schedule?.id ?? null) : null,
    zones: draft.zones,
    visualType: draft.visual,
  }
}

/** What is wrong with a draft beyond single values, by field. The contract has the same rules; these have the console's words. */
export type RuleProblem =
  | 'chooseCategory'
  | 'minOrMax'
  | 'minAboveMax'
  | 'crowdOfTwo'
  | 'givePeriod'
  | 'chooseItem'
  | 'chooseList'
  | 'drawZone'
  | 'chooseSchedule'
  | 'sameZoneName'
  | 'zoneName'

/** The first problem of each field. */
export function problemsOf(draft: RuleDraft): Partial<Record<keyof RuleDraft, RuleProblem>> {
  const fields = fieldsOf(draft)
  const min = numberOr(draft.min, null)
  const max = numberOr(draft.max, null)
  const names = draft.zones.map(({ name }) => name.trim())
  const isCrowd = draft.type === 'crowd_forming' || draft.categories.includes('crowd')
  const found: Partial<Record<keyof RuleDraft, RuleProblem>> = {}
  if (fields.has('categories') && draft.categories.length === 0) found.categories = 'chooseCategory'
  if (draft.type === 'count' && min === null && max === null) found.min = 'minOrMax'
  if (fields.has('max') && min !== null && max !== null && min > max) found.max = 'minAboveMax'
  if (isCrowd && (min === null || min < 2)) found.min = 'crowdOfTwo'
  if (fields.has('period') && numberOr(draft.period, null) === null) found.period = 'givePeriod'
  if (fields.has('items') && draft.items.length === 0) found.items = 'chooseItem'
  if (draft.type === 'watch_list' && draft.list === null) found.list = 'chooseList'
  if (draft.hasSchedule && draft.schedule === null) found.schedule = 'chooseSchedule'
  if (needsZone(draft) && draft.zones.length === 0) found.zones = 'drawZone'
  else if (names.includes('')) found.zones = 'zoneName'
  else if (new Set(names).size < names.length) found.zones = 'sameZoneName'
  return found
}

/** The form's names of the fields of a body. Which zone is wrong does not matter: the editor marks it. */
export const BODY_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['name', 'name'],
    ['active', 'active'],
    ['categories', 'categories'],
    ['objectType', 'objectType'],
    ['detectionMin', 'min'],
    ['detectionMax', 'max'],
    ['detectionPeriod', 'period'],
    ['detectionSimilarityThreshold', 'similarity'],
    ['detectionCondition', 'condition'],
    ['detectionTimeout', 'timeout'],
    ['meta.items', 'items'],
    ['meta.listId', 'list'],
    ['scheduleId', 'schedule'],
    ['zones', 'zones'],
    ['visualType', 'visual'],
    ...Array.from({ length: RULE_LIMITS.zones }, (_none, at) => [
      [`zones.${at}.points`, 'zones'],
      [`zones.${at}.name`, 'zones'],
    ]).flat(),
  ].map(([field, name]) => [`advancedRule.${field}`, name ?? '']),
)

/** The fields of a saved rule that a change sends. */
export function savedFields({
  id: _id,
  viewId: _view,
  state: _state,
  obstacle: _obstacle,
  needs: _needs,
  lastHitAt: _hit,
  version: _version,
  changedAt: _at,
  changedBy: _by,
  ...fields
}: AdvancedRule): AdvancedRuleFields {
  return fields
}
