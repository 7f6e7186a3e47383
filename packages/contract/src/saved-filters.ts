import { z } from 'zod'
import { operation } from './operation.ts'

/** The most sets of filters that a user can save. */
export const MAX_SAVED_FILTERS = 30
/** The longest name of a set, in characters. */
export const SAVED_FILTER_NAME_MAX = 60

/** Maximum size of the body in bytes: all sets, each with all parameters at their longest. */
const SAVED_BYTES = 640 * 1024

/** A list of words of the address. */
const text = z.string().min(1).max(300)
/** A list of ids of the address: about forty. */
const places = z.string().min(1).max(1_500)
const flag = z.literal(true)

/** The query parameters of the alarm list in the address. Parameters that are left out have their defaults. */
export const savedSearch = z
  .object({
    window: text,
    since: text,
    till: text,
    project: places,
    site: places,
    camera: places,
    verdict: text,
    label: text,
    reason: text,
    object: text,
    event: text,
    late: flag,
    notes: flag,
    tests: flag,
  })
  .partial()

/** A named set of filters of the alarm list. */
export const savedFilter = z.object({
  name: z.string().trim().min(1).max(SAVED_FILTER_NAME_MAX),
  search: savedSearch,
  /** Whether the alarm list opens with these filters. */
  isDefault: z.boolean(),
})
export type SavedFilter = z.output<typeof savedFilter>

const areNamesUnique = (filters: readonly SavedFilter[]) =>
  new Set(filters.map(({ name }) => name.toLocaleLowerCase('en'))).size === filters.length

const reply = z.object({
  filters: z.array(savedFilter),
  /** Counts the changes; 0 before the first one. */
  version: z.number().int(),
})
export type SavedFilters = z.output<typeof reply>

export const getSavedFilters = operation({
  id: 'alarms.savedFilters',
  method: 'GET',
  path: '/v1/saved-filters',
  summary: "The caller's named sets of filters of the alarm list, in their order",
  tag: 'Alarms',
  scope: 'self',
  permission: 'alarm.read',
  reply,
})

export const setSavedFilters = operation({
  id: 'alarms.setSavedFilters',
  method: 'PUT',
  path: '/v1/saved-filters',
  summary: "Replace the caller's named sets of filters. Refused if they have changed since `version`",
  tag: 'Alarms',
  scope: 'self',
  permission: 'alarm.read',
  maxBytes: SAVED_BYTES,
  unaudited: 'what somebody likes to look at first, which gives nobody a right',
  body: z.object({
    filters: z
      .array(savedFilter)
      .max(MAX_SAVED_FILTERS)
      .refine(areNamesUnique, { message: 'Each name can be used once' })
      .refine((filters) => filters.filter(({ isDefault }) => isDefault).length <= 1, {
        message: 'Only one set can be the default',
      }),
    /** The version that the caller has seen. */
    version: z.number().int().min(0),
  }),
  reply,
  errors: ['CONFLICT', 'FORBIDDEN'],
})
