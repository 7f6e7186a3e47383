import { EVENT_TYPES, LABEL_FILTERS, OBJECT_CLASSES, type VERDICT_FILTERS } from '@winnow/contract'
import { z } from 'zod'

/** Relative time windows of the list, with their length in hours. */
export const WINDOWS = { '1h': 1, '8h': 8, '24h': 24, '7d': 168 } as const
export type Window = keyof typeof WINDOWS
export const WINDOW_NAMES = ['1h', '8h', '24h', '7d'] as const satisfies Window[]
export type VerdictFilter = (typeof VERDICT_FILTERS)[number]
export type LabelFilter = (typeof LABEL_FILTERS)[number]

/** In the address the verdicts carry the words of the screen: `verdict=passed` can be read, and is no boolean to a parser. */
export const VERDICT_WORDS: Record<string, VerdictFilter> = {
  passed: 'true',
  filtered: 'false',
  unverified: 'unverified',
  waiting: 'waiting',
  true: 'true',
  false: 'false',
}
export const WORD_OF: Record<VerdictFilter, string> = {
  true: 'passed',
  false: 'filtered',
  unverified: 'unverified',
  waiting: 'waiting',
}

/**
 * A comma separated list. The router's parser turns `true` and `7` into values of their own, so everything is made text again; an
 * entry that is not understood is left out, because an address sent by a colleague must never lead to an error page.
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

/** The entry of a list that a word is, if it is one. */
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

/** What stands behind the question mark of `/cams/alarms`. Every part may be missing and unknown values are dropped. */
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
  event: words(oneOf(EVENT_TYPES)),
  notes: flag,
  tests: flag,
})
export type AlarmsSearch = z.output<typeof alarmsSearch>
