import { z } from 'zod'
import { AREA_CROSSES_ITSELF, crossesItself } from './mask-area.ts'
import { box, id, isoTime, name, objectClass, polygon } from './values.ts'

/** The kinds of advanced rules. */
export const RULE_TYPES = [
  'count',
  'crowd_forming',
  'loitering',
  'watch_list',
  'ppe',
  'hazard',
  'safety_compliance',
  'behavioural_anomaly',
  'licence_plate',
] as const
export const ruleType = z.enum(RULE_TYPES)
export type RuleType = z.output<typeof ruleType>

/** What a rule of each type can look for. Types without categories look for one thing. */
export const RULE_CATEGORIES = {
  hazard: ['smoke_fire', 'broken_window', 'obstructed_door'],
  safety_compliance: ['falling', 'lying', 'baggage'],
  behavioural_anomaly: ['aggressive', 'crowd', 'climbing'],
} as const satisfies Partial<Record<RuleType, readonly string[]>>
const CATEGORIES = Object.values(RULE_CATEGORIES).flat()
export const ruleCategory = z.enum(CATEGORIES)
export type RuleCategory = z.output<typeof ruleCategory>
const CATEGORIES_OF: Partial<Record<RuleType, readonly RuleCategory[]>> = RULE_CATEGORIES

/** Protective equipment that a rule can require. */
export const PPE_ITEMS = ['helmet', 'vest', 'mask', 'gloves', 'goggles', 'boots'] as const
export type PpeItem = (typeof PPE_ITEMS)[number]

/** How zones take part: `inside`: in any of them, together; `outside`: in none; `any`: in one zone alone; `all`: in every zone alone. */
export const RULE_CONDITIONS = ['inside', 'outside', 'any', 'all'] as const
/** How a hit is drawn on its picture. */
export const RULE_VISUALS = ['box', 'zone', 'heat'] as const
/** The timeouts that a rule can have, in minutes: 50, and then whole hours. */
export const RULE_TIMEOUTS = [50, ...[1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24].map((hours) => hours * 60)]

export const RULE_LIMITS = {
  perView: 20,
  zones: 10,
  /** The length of a period in seconds. */
  period: { min: 5, max: 300 },
  count: 1_000,
} as const

/**
 * `ready`: the rule can look. `locked`: a flag of the company is missing. `needs-detector`: no detector in use can see what it looks for.
 * `cannot-here`: it cannot work at this camera, or something that it uses was deleted.
 */
export const RULE_STATES = ['ready', 'locked', 'needs-detector', 'cannot-here'] as const
export const ruleState = z.enum(RULE_STATES)
export type RuleState = z.output<typeof ruleState>

/**
 * Why a rule is not ready. `feature`: the company's flag is not set; `detector`: no detector of the capability is in use; `signals-apart`: the
 * camera's signals come too far apart for the rule's period; `schedule-deleted`, `list-deleted`: what the rule used is gone.
 */
export const RULE_OBSTACLES = ['feature', 'detector', 'signals-apart', 'schedule-deleted', 'list-deleted'] as const
export const ruleObstacle = z.enum(RULE_OBSTACLES)

/** What a detector must be able to see for a rule. `detect`: the usual classes; `bag`: bags too. */
export const RULE_CAPABILITIES = ['detect', 'bag', 'plate', 'ppe', 'fire', 'glass', 'behaviour'] as const
export const ruleCapability = z.enum(RULE_CAPABILITIES)
export type RuleCapability = z.output<typeof ruleCapability>

const ruleZone = z.object({
  name,
  points: polygon.refine((area) => area.length < 3 || !crossesItself(area), { message: AREA_CROSSES_ITSELF }),
})

const between = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)
const counted = between({ min: 0, max: RULE_LIMITS.count })
const PERIOD = between(RULE_LIMITS.period)

/** The 16 fields of an advanced rule. Other fields of a request are dropped. */
const fields = {
  active: z.boolean().default(true),
  /** What the rule looks for, of {@link RULE_CATEGORIES} of its type. */
  categories: z.array(ruleCategory).max(CATEGORIES.length).default([]),
  detectionMax: counted.nullable().default(null),
  detectionMin: counted.nullable().default(null),
  /** In seconds. */
  detectionPeriod: PERIOD.nullable().default(null),
  /** For plates: the share of characters that must agree, where look-alikes such as O and 0 are equal. */
  detectionSimilarityThreshold: z.number().min(0.5).max(1).nullable().default(null),
  detectionType: ruleType,
  detectionCondition: z.enum(RULE_CONDITIONS).default('inside'),
  /** In minutes, one of {@link RULE_TIMEOUTS}. */
  detectionTimeout: z
    .number()
    .int()
    .refine((minutes) => RULE_TIMEOUTS.includes(minutes), { message: 'Must be 50 minutes or one of the listed hours' })
    .nullable()
    .default(null),
  /** Whether further hits within the timeout are kept without being passed on. */
  detectionTimeoutActive: z.boolean().default(false),
  meta: z
    .object({
      /** For `ppe`: the equipment that everybody must wear. */
      items: z.array(z.enum(PPE_ITEMS)).max(PPE_ITEMS.length).optional(),
      /** For `watch_list`, and optionally for `licence_plate`: the list of plates. */
      listId: id.nullable().optional(),
    })
    .default({}),
  name,
  objectType: objectClass.default('person'),
  /** The schedule template in whose windows the rule looks, in place of the camera's schedule. Null: while the camera counts. */
  scheduleId: id.nullable().default(null),
  /** Without zones, the whole picture counts. */
  zones: z.array(ruleZone).max(RULE_LIMITS.zones).default([]),
  visualType: z.enum(RULE_VISUALS).default('box'),
}

/** The names of the fields of a rule. */
export const RULE_FIELDS = Object.keys(fields)

const plain = z.object(fields)
export type AdvancedRuleFields = z.output<typeof plain>

interface Missing {
  field: keyof AdvancedRuleFields
  message: string
}

/** Types and categories that last a while, and so need a period. */
const lasts = ({ detectionType: type, categories }: AdvancedRuleFields): boolean =>
  type === 'loitering' ||
  type === 'crowd_forming' ||
  categories.some((category) => ['crowd', 'baggage', 'obstructed_door'].includes(category))

const countsThings = ({ detectionType: type, categories }: AdvancedRuleFields): boolean =>
  type === 'crowd_forming' || categories.includes('crowd')

/** The checks of a rule over several fields, each with the field that has to change. */
function* missingOf(rule: AdvancedRuleFields): Generator<Missing> {
  const { detectionType: type, detectionMin: min, detectionMax: max, categories, meta, zones } = rule
  const possible: readonly RuleCategory[] = CATEGORIES_OF[type] ?? []
  if (categories.some((category) => !possible.includes(category)))
    yield { field: 'categories', message: 'Is not a category of this type of rule' }
  if (possible.length > 0 && categories.length === 0)
    yield { field: 'categories', message: 'Choose at least one category' }
  if (type === 'count' && min === null && max === null)
    yield { field: 'detectionMin', message: 'Give a minimum or a maximum' }
  if (min !== null && max !== null && min > max)
    yield { field: 'detectionMax', message: 'Must not be less than the minimum' }
  if (countsThings(rule) && (min === null || min < 2))
    yield { field: 'detectionMin', message: 'A crowd needs a minimum of at least 2' }
  if (lasts(rule) && rule.detectionPeriod === null)
    yield { field: 'detectionPeriod', message: 'Give a period of 5 to 300 seconds' }
  if (rule.detectionTimeoutActive && rule.detectionTimeout === null)
    yield { field: 'detectionTimeout', message: 'Choose a timeout, or switch it off' }
  if (type === 'ppe' && !meta.items?.length) yield { field: 'meta', message: 'Choose at least one item of equipment' }
  if (type === 'watch_list' && !meta.listId) yield { field: 'meta', message: 'Choose a list of plates' }
  const needsZone = categories.find((category) => category === 'climbing' || category === 'obstructed_door')
  if (needsZone !== undefined && zones.length === 0)
    yield { field: 'zones', message: 'Draw the zone of the door or fence' }
  if (rule.detectionCondition !== 'inside' && zones.length === 0)
    yield { field: 'detectionCondition', message: 'Needs a zone' }
  if (needsZone !== undefined && rule.detectionCondition === 'outside')
    yield { field: 'detectionCondition', message: 'A door or fence is its zone, so nothing is seen outside of it' }
  if (new Set(zones.map((zone) => zone.name)).size < zones.length)
    yield { field: 'zones', message: 'Two zones have the same name' }
}

/** A rule as it may be saved. */
export const advancedRuleFields = plain.superRefine((rule, context) => {
  for (const { field, message } of missingOf(rule)) context.addIssue({ code: 'custom', path: [field], message })
})

/** A saved rule. */
export const advancedRule = plain.extend({
  id,
  viewId: id,
  state: ruleState,
  /** Why it is not ready; null if it is. */
  obstacle: ruleObstacle.nullable(),
  /** The capability that no detector in use has; null unless that is the obstacle. */
  needs: ruleCapability.nullable(),
  /** When the camera's latest alarm on which it found what it looks for was received; null if it is not among the recent ones. */
  lastHitAt: isoTime.nullable(),
  /** Changes with every change of the rule, for `basedOn`. */
  version: z.number().int(),
  changedAt: isoTime,
  changedBy: z.string(),
})
export type AdvancedRule = z.output<typeof advancedRule>

/**
 * What a rule found on an alarm. `hit`: the alarm is true because of it; `held`: the same within the timeout of an earlier hit, so that it
 * does not make the alarm true; `too-small`: what it looks for is too small to tell; `not-seen`: the rule could not look.
 */
export const RULE_OUTCOMES = ['hit', 'held', 'too-small', 'not-seen'] as const

/** One finding of a rule on an alarm, as {@link RULE_OUTCOMES} says. */
export const alarmRule = z.object({
  ruleId: id,
  /** As it was named when the alarm was analysed. */
  name: z.string(),
  type: ruleType,
  category: ruleCategory.nullable(),
  outcome: z.enum(RULE_OUTCOMES),
  /** Why the rule could not look; null if it could. */
  why: z.string().nullable(),
  visualType: z.enum(RULE_VISUALS),
  /** The zone in which it was; null for the whole picture. */
  zone: z.object({ name: z.string(), points: polygon }).nullable(),
  /** What was found, on which picture. */
  boxes: z.array(z.object({ frame: z.number().int(), box, label: z.string() })),
  /** How many were counted; null if the rule does not count. */
  count: z.number().int().nullable(),
  /** For how long, in seconds; null if the rule does not measure it. */
  seconds: z.number().nullable(),
  /** The plate as it was read, and as it stands on the list; null for rules without plates. */
  plate: z.object({ read: z.string(), listed: z.string().nullable(), list: z.string().nullable() }).nullable(),
  /** Until when further hits are held; null without a timeout. */
  heldUntil: isoTime.nullable(),
})
export type AlarmRule = z.output<typeof alarmRule>
