import { z } from 'zod'

/** The parameters that the address of every list may have. A list adds its filters. A link to the address shows the same list. */
export const listAddress = z.object({
  search: z.string().optional().catch(undefined),
  page: z.number().int().min(1).optional().catch(undefined),
  /** The key of the column that sorts the rows; with `-` in front in descending order. */
  sort: z.string().optional().catch(undefined),
})
export type ListAddress = z.output<typeof listAddress>

/** The state of a list according to its address, and functions that change it. */
export interface ListControl<A extends ListAddress = ListAddress> {
  address: A
  /** The page number; the first page is 1. */
  page: number
  /** Whether a filter or a search is set. */
  isNarrowed: boolean
  /** Changes search, filters or order, and returns to the first page. */
  set: (change: Partial<A>) => void
  toPage: (page: number) => void
  /** Clears search and filters. */
  clear: () => void
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/**
 * @param go navigates to an address, replacing the current one
 * @param keeps parameters that are not filters and survive clearing the filters
 */
export function listControl<A extends ListAddress>(
  address: A,
  go: (next: A) => void,
  keeps: readonly (keyof A)[] = [],
): ListControl<A> {
  const lasting: readonly PropertyKey[] = ['sort', ...keeps]
  return {
    address,
    page: address.page ?? 1,
    isNarrowed: Object.entries(address).some(
      ([key, value]) => key !== 'page' && !lasting.includes(key) && isSet(value),
    ),
    set: (change) => {
      const next: A = { ...address, page: undefined, ...change }
      // Empty values are left out of the address.
      for (const key in next) if (!isSet(next[key])) delete next[key]
      go(next)
    },
    toPage: (page) => go({ ...address, page: page > 1 ? page : undefined }),
    clear: () => {
      const next: A = { ...address }
      for (const key in next) if (!lasting.includes(key) || !isSet(next[key])) delete next[key]
      go(next)
    },
  }
}
