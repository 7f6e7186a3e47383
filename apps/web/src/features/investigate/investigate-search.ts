import { COLOUR_NAMES, OBJECT_CLASSES } from '@winnow/contract'
import { z } from 'zod'

/** The relative time windows, in hours. */
export const WINDOWS = { '24h': 24, '7d': 168, '30d': 720, '90d': 2_160 } as const
export const WINDOW_NAMES = ['24h', '7d', '30d', '90d'] as const satisfies (keyof typeof WINDOWS)[]

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A comma-separated list. Unknown entries are dropped: an address from a colleague must never lead to an error page. */
const words = (isKnown: (word: string) => boolean) =>
  z
    .unknown()
    .optional()
    .transform((value) => {
      // The router's parser makes a number of a text of digits, which names nothing here.
      const known = (typeof value === 'string' ? value : '')
        .split(',')
        .map((word) => word.trim())
        .filter(isKnown)
      return known.length === 0 ? undefined : [...new Set(known)].join(',')
    })
    .pipe(z.string().optional())

const ids = words((word) => uuid.test(word))
const instant = z.iso.datetime({ offset: true }).optional().catch(undefined)
const colour = z.enum(COLOUR_NAMES).optional().catch(undefined)
const isShare = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text) && Number(text) <= 1

/** Left edge, top edge, width and height in 0–1, joined by commas. */
const area = z
  .string()
  .refine((text) => text.split(',').length === 4 && text.split(',').every(isShare))
  .optional()
  .catch(undefined)

/** What is searched, as it stands in the address. All are optional, and unknown values are dropped. */
export const investigateSearch = z.object({
  span: z.enum(WINDOW_NAMES).optional().catch(undefined),
  since: instant,
  till: instant,
  project: ids,
  site: ids,
  camera: ids,
  object: words((word) => OBJECT_CLASSES.some((known) => known === word)),
  upper: colour,
  lower: colour,
  area,
})
export type InvestigateSearch = z.output<typeof investigateSearch>
