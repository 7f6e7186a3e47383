import { z } from 'zod'
import { labelReason } from './label-values.ts'
import { MAX_IDS } from './body-limit.ts'
import { RULE_TYPES } from './rule-values.ts'
import {
  EVENT_TYPES,
  id,
  isoTime,
  localTime,
  objectClass,
  pageQuery,
  queryFlag,
  queryList,
  timezone,
} from './values.ts'

export const LABEL_FILTERS = ['all', 'true', 'false', 'unlabelled'] as const
export const OPERATOR_FILTERS = ['all', 'true', 'false', 'unreviewed'] as const
export const VERDICT_FILTERS = ['true', 'false', 'unverified', 'waiting', 'outside'] as const

/**
 * Types of alarms that are not events of a device. `detect`: an object was found in the pictures. `tampering`: the camera was covered,
 * moved or lost its picture. `idle`: no alarm has it yet. The others: a rule of this type found what it looks for.
 */
export const ALARM_TYPES = ['detect', 'tampering', 'idle', ...RULE_TYPES] as const

/** How the usual picture of a camera is shown beside an alarm of tampering. */
export const REFERENCE_MODES = ['images', 'video', 'overlay'] as const
export const referenceMode = z.enum(REFERENCE_MODES)

/** A time with an offset, or a local time without one, which `siteTimeZone` places. */
export const listTime = z.union([isoTime, localTime], {
  error:
    'Must be a time of the years 1 to 9999 such as 2026-11-23T08:00:00Z, or 2026-11-23T08:00:00 with its zone in siteTimeZone',
})

/** The filter by what operators said: the value itself, or in the forms `operatorSays=true` and `{"operatorSays":"true"}`. */
const operatorSays = z.preprocess((value) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return /^\{?"?operatorSays"?[=:]"?(\w+)"?\}?$/.exec(text.replaceAll(' ', ''))?.[1] ?? value
}, z.enum(OPERATOR_FILTERS).default('all'))

/** Filters of the alarm list, and the page to return. */
export const listQuery = z.object({
  since: listTime.optional(),
  till: listTime.optional(),
  ...pageQuery({ usual: 50, most: 200 }),
  /**
   * Key-set paging: returns rows older (`before`) or newer (`after`) than this alarm. This is faster than page numbers, and the rows are
   * not counted.
   */
  before: id.optional(),
  after: id.optional(),
  label: z.enum(LABEL_FILTERS).default('all'),
  /** The reasons that were given with the label. */
  reason: queryList(labelReason).optional(),
  /** Filter by what the operator said (`operatorSays`). */
  filter: operatorSays,
  /**
   * If left out, alarms with every verdict except `outside` are returned. `outside`: alarms of cameras that did not count, for example
   * because they were paused.
   */
  verdict: queryList(z.enum(VERDICT_FILTERS)).optional(),
  objectType: queryList(objectClass).optional(),
  /** Events of devices, and {@link ALARM_TYPES}. An alarm of any of them is returned. */
  alarmTypes: queryList(z.enum([...EVENT_TYPES, ...ALARM_TYPES])).optional(),
  /** Only alarms that still wait for their verdict, and whose deadline was before this instant. */
  overdueAt: isoTime.optional(),
  notes: queryFlag.optional(),
  includeTests: queryFlag.optional(),
  /** Alarms that were drawn at random for supervisors, as `POST /supervisor/viewalarms` returns them. Refused to everybody else. */
  random: queryFlag.optional(),
  /** Name of an area of the camera's picture. No area has a name yet, so no alarm matches. */
  area: z.string().min(1).max(100).optional(),
  /** If given, each row of an alarm of tampering also has its reference picture. */
  tamperingReferenceMode: referenceMode.optional(),
  /**
   * The zone of `since` and `till` if they have no offset. The name of a zone; or `true`: the zone of each alarm's site. An example: with
   * `since=2026-11-23T00:00:00` and `true`, each site's alarms are returned from its own midnight.
   */
  siteTimeZone: z.union([queryFlag, timezone]).optional(),
})

const ids = queryList(id)
  .refine((list) => list.length <= MAX_IDS, { message: `At most ${MAX_IDS} ids` })
  .optional()

/** Nodes of the tree, for lists that are asked for by GET. */
export const nodeQuery = { cameras: ids, sites: ids, projects: ids }
