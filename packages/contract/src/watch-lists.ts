import { z } from 'zod'
import { operation } from './operation.ts'
import { changedName, id, idParams, isoTime, name, paged, pageQuery, success } from './values.ts'

export const WATCH_LIST_LIMITS = {
  lists: 50,
  plates: 100_000,
  /** The most plates of one import. */
  imported: 10_000,
  /** The number of letters and digits of a plate. */
  plate: { min: 2, max: 12 },
  note: 200,
  retentionDays: { min: 1, max: 3_650, usual: 90 },
} as const

const { plate: size, retentionDays: days } = WATCH_LIST_LIMITS
const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')

/** A plate as people write it. Spaces, dots and hyphens say nothing. */
const plate = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .refine((text) => /^[\p{L}\p{N}\s.·–-]+$/u.test(text), {
    message: 'Only letters, digits, spaces and hyphens',
    abort: true,
  })
  .refine((text) => lettersOf(text).length >= size.min && lettersOf(text).length <= size.max, {
    message: `A plate has ${size.min} to ${size.max} letters A–Z and digits`,
  })

const retentionDays = z.number().int().min(days.min).max(days.max)

export const watchList = z.object({
  id,
  name: z.string(),
  /** The number of plates that have not expired. */
  plates: z.number().int(),
  /** Plates are deleted this many days after they were imported, or before if they have an end of their own. */
  retentionDays: z.number().int(),
  /** The number of rules that name the list. */
  rules: z.number().int(),
  version: z.number().int(),
  changedAt: isoTime,
  changedBy: z.string(),
})
export type WatchList = z.output<typeof watchList>

export const watchPlate = z.object({
  id,
  plate: z.string(),
  note: z.string(),
  expiresAt: isoTime,
  addedAt: isoTime,
  addedBy: z.string(),
})
export type WatchPlate = z.output<typeof watchPlate>

const tag = 'Watch lists'
const permission = 'plates.manage'
const plateParams = idParams.extend({ plateId: id })
/** The maximum size of an import in bytes. */
const IMPORT_BYTES = 8 * 1024 * 1024

export const listWatchLists = operation({
  id: 'watchLists.list',
  method: 'GET',
  path: '/v1/watch-lists',
  summary: 'The lists of plates by name, without their plates',
  tag,
  scope: 'self',
  permission: 'node.read',
  reply: z.array(watchList),
})

export const createWatchList = operation({
  id: 'watchLists.create',
  method: 'POST',
  path: '/v1/watch-lists',
  summary: 'Create a list of plates',
  tag,
  scope: 'self',
  permission,
  body: z.object({ name, retentionDays: retentionDays.default(days.usual) }),
  reply: watchList,
  errors: ['NAME_TAKEN', 'CAPACITY_REACHED'],
})

export const updateWatchList = operation({
  id: 'watchLists.update',
  method: 'PUT',
  path: '/v1/watch-lists/:id',
  summary: 'Rename a list, or change how long its plates are kept. A shorter time ends plates that are in it, too',
  tag,
  scope: 'self',
  permission,
  params: idParams,
  body: z.object({
    name: changedName.optional(),
    retentionDays: retentionDays.optional(),
    /** The version that the caller saw. If it is another by now, the change is refused with CONFLICT. */
    basedOn: z.object({ version: z.number().int() }).optional(),
  }),
  reply: watchList,
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'CONFLICT'],
})

export const deleteWatchList = operation({
  id: 'watchLists.delete',
  method: 'DELETE',
  path: '/v1/watch-lists/:id',
  summary: 'Delete a list with its plates. Rules that name it are no longer ready',
  tag,
  scope: 'self',
  permission,
  params: idParams,
  reply: success,
  errors: ['NOT_FOUND'],
})

export const listWatchPlates = operation({
  id: 'watchLists.plates',
  method: 'GET',
  path: '/v1/watch-lists/:id/plates',
  summary: 'Plates of a list, the latest first. The audit records who read them, once an hour',
  tag,
  scope: 'self',
  permission,
  params: idParams,
  query: z.object(pageQuery({ usual: 50, most: 200 })),
  reply: paged(watchPlate),
  errors: ['NOT_FOUND'],
})

/** A plate is personal data, which has no place in an address: proxies log addresses and browsers remember them. */
export const searchWatchPlates = operation({
  id: 'watchLists.search',
  method: 'POST',
  path: '/v1/watch-lists/:id/plates/search',
  summary: 'A plate of a list, and those whose characters look alike, such as O and 0. The audit records each search',
  tag,
  scope: 'self',
  permission,
  params: idParams,
  body: z.object({ plate }),
  reply: z.array(watchPlate),
  errors: ['NOT_FOUND'],
})

export const importWatchPlates = operation({
  id: 'watchLists.import',
  method: 'POST',
  path: '/v1/watch-lists/:id/plates/import',
  summary: 'Add plates to a list. One that is in it already gets its new note and end. All are imported, or none',
  tag,
  scope: 'self',
  permission,
  maxBytes: IMPORT_BYTES,
  params: idParams,
  body: z.object({
    plates: z
      .array(
        z.object({
          plate,
          note: z.string().trim().max(WATCH_LIST_LIMITS.note).default(''),
          /** When the plate is deleted. At the latest after the retention of the list. */
          expiresAt: isoTime.optional(),
        }),
      )
      .min(1)
      .max(WATCH_LIST_LIMITS.imported),
    /** Whether all plates that are in the list are deleted before. */
    replace: z.boolean().default(false),
  }),
  reply: z.object({ added: z.number().int(), updated: z.number().int(), list: watchList }),
  errors: ['NOT_FOUND', 'CAPACITY_REACHED'],
})

export const deleteWatchPlate = operation({
  id: 'watchLists.deletePlate',
  method: 'DELETE',
  path: '/v1/watch-lists/:id/plates/:plateId',
  summary: 'Delete a plate from a list',
  tag,
  scope: 'self',
  permission,
  params: plateParams,
  reply: success,
  errors: ['NOT_FOUND'],
})
