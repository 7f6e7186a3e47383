import { INTEGRATION_TYPES } from '@winnow/contract'
import { z } from 'zod'
import type { Integration } from './integration-names.ts'

const flag = z
  .unknown()
  .optional()
  .transform((value) => (value === true || value === 'true' || value === 1 || value === '' ? true : undefined))
  .pipe(z.literal(true).optional())

const isIntegration = (word: unknown): word is Integration => INTEGRATION_TYPES.some((type) => type === word)

/** Flags of the filter that exclude each other; choosing one removes its opposite. */
const OPPOSITES = [
  ['activeOn', 'activeOff'],
  ['masked', 'unmasked'],
  ['thermal', 'nonthermal'],
  ['objectDetectionOn', 'objectDetectionOff'],
  ['advancedMomentDetectionOn', 'advancedMomentDetectionOff'],
  ['investigateOn', 'investigateOff'],
  ['sceneDetectionOn', 'sceneDetectionOff'],
] as const
/** All flags, in the order in which they are shown. */
export const FLAGS = [...OPPOSITES.flat(), 'isCheckSiteRuleViewAlarm'] as const
export type Flag = (typeof FLAGS)[number]

/** The filter of the tree in the address. Unknown values are dropped, so that an address from a colleague never leads to an error page. */
export const treeFilterSearch = {
  /** A part of a name. The router parses a text such as `12` or `true` as a number or a boolean. */
  search: z
    .unknown()
    .optional()
    .transform((value) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? String(value).slice(0, 100) || undefined
        : undefined,
    )
    .pipe(z.string().optional()),
  integrations: z
    .unknown()
    .optional()
    .transform((value) => {
      const known = (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []).filter(
        isIntegration,
      )
      return known.length > 0 ? known.join(',') : undefined
    })
    .pipe(z.string().optional()),
  group: z.uuid().optional().catch(undefined),
  masked: flag,
  unmasked: flag,
  thermal: flag,
  nonthermal: flag,
  activeOn: flag,
  activeOff: flag,
  objectDetectionOn: flag,
  objectDetectionOff: flag,
  advancedMomentDetectionOn: flag,
  advancedMomentDetectionOff: flag,
  investigateOn: flag,
  investigateOff: flag,
  sceneDetectionOn: flag,
  sceneDetectionOff: flag,
  isCheckSiteRuleViewAlarm: flag,
}
const schema = z.object(treeFilterSearch)
export type TreeFilterSearch = z.output<typeof schema>

/** The filter in the form that the server expects. */
export type TreeFilter = { [K in Flag]?: true } & { search?: string; integrations?: Integration[]; groupId?: string }

/** The part of an address that filters the tree. Kept while the user goes from node to node. */
export function filterPart(search: TreeFilterSearch): TreeFilterSearch {
  const part: TreeFilterSearch = schema.parse({})
  for (const name of ['search', 'integrations', 'group'] as const) part[name] = search[name]
  for (const name of FLAGS) part[name] = search[name]
  return part
}

/** Returns the filter of an address. Absent parts are left out, so that equal filters have equal keys. */
export function readFilter(search: TreeFilterSearch): TreeFilter {
  const filter: TreeFilter = {}
  const text = search.search?.trim()
  if (text) filter.search = text
  const integrations = search.integrations?.split(',').filter(isIntegration)
  if (integrations && integrations.length > 0) filter.integrations = integrations
  if (search.group) filter.groupId = search.group
  for (const name of FLAGS) if (search[name]) filter[name] = true
  return filter
}

/** Whether the filter is empty, so that all nodes match. */
export const isOpen = (filter: TreeFilter): boolean => Object.keys(filter).length === 0

/** Returns the filter with a flag added or removed. */
export function withFlag(search: TreeFilterSearch, name: Flag, on: boolean): TreeFilterSearch {
  const pair = OPPOSITES.find(([one, other]) => one === name || other === name)
  const opposite = pair?.find((each) => each !== name)
  return { ...search, ...(opposite && on ? { [opposite]: undefined } : {}), [name]: on ? true : undefined }
}
