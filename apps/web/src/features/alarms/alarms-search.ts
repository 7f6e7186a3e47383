import {
  ALL_LABEL_REASONS,
  EVENT_TYPES,
  LABEL_FILTERS,
  OBJECT_CLASSES,
  RULE_TYPES,
  type VERDICT_FILTERS,
} from '@winnow/contract'
import { z } from 'zod'

/** The list's relative time windows, in hours. */
export const WINDOWS = { '1h': 1, '8h': 8, '24h': 24, '7d': 168 } as const
export type Window = keyof typeof WINDOWS
export const WINDOW_NAMES = ['1h', '8h', '24h', '7d'] as const satisfies Window[]
export type VerdictFilter = (typeof VERDICT_FILTERS)[number]
export type LabelFilter = (typeof LABEL_FILTERS)[number]

/** The types of alarms to filter by: events of devices, and types of rules. */
export const FILTERED_TYPES = [...EVENT_TYPES, ...RULE_TYPES] as const

/** The verdicts' names in the address, as on screen. `verdict=passed` is readable, and no parser converts it to a boolean. */
export const VERDICT_WORDS: Record<string, VerdictFilter> = {
  passed: 'true',
  filtered: 'false',
  unverified: 'unverified',
  waiting: 'waiting',
  outside: 'outside',
  true: 'true',
  false: 'false',
}
export const WORD_OF: Record<VerdictFilter, string> = {
  true: 'passed',
  false: 'filtered',
  unverified: 'unverified',
  waiting: 'waiting',
  outside: 'outside',
}

/**
 * A comma-separated list. The router's parser converts `true` and `7`, so everything is converted back to text. Unknown entries are
 * dropped: an address from a colleague must never lead to an error page.
 */
function words(known: (word: string) => string | undefined) {
  return z
    .unknown()
    .optional()
    .transform((value) => {
      const parts = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
      const found = parts
        .flatMap((part) => String(part).split(','))
        .map((word) => known(word.trim()))
        .filter((word) => word !== undefined)
      return found.length === 0 ? undefined : [...new Set(found)].join(',')
    })
    .pipe(z.string().optional())
}

/** Returns the entry of a list that equals a word, if any. */
export function oneOf<T extends string>(list: readonly T[]) {
  return (word: string): T | undefined => list.find((item) => item === word)
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const ids = words((word) => (uuid.test(word) ? word.toLowerCase() : undefined))
const instant = z.iso.datetime({ offset: true }).optional().catch(undefined)
const flag = z
  .unknown()
  .optional()
  .transform((value) => (value === true || value === 'true' || value === 1 || value === '' ? true : undefined))
  .pipe(z.literal(true).optional())

/** The query parameters of `/cams/alarms`. All are optional, and unknown values are dropped. */
export const alarmsSearch = z.object({
  window: z.enum(WINDOW_NAMES).optional().catch(undefined),
  since: instant,
  till: instant,
  project: ids,
  site: ids,
  camera: ids,
  verdict: words((word) => {
    const found = VERDICT_WORDS[word]
    return found === undefined ? undefined : WORD_OF[found]
  }),
  label: z
    .unknown()
    .optional()
    .transform((value) => oneOf(LABEL_FILTERS)(String(value)))
    .pipe(z.enum(LABEL_FILTERS).optional()),
  object: words(oneOf(OBJECT_CLASSES)),
  event: words(oneOf(FILTERED_TYPES)),
  reason: words(oneOf(ALL_LABEL_REASONS)),
  late: flag,
  notes: flag,
  tests: flag,
})
export type AlarmsSearch = z.output<typeof alarmsSearch>
