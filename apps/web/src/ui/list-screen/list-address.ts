import { z } from 'zod'

/** What an address says of every list; a list adds its filters. The rest of an address one would send to a colleague. */
export const listAddress = z.object({
  search: z.string().optional().catch(undefined),
  page: z.number().int().min(1).optional().catch(undefined),
  /** Key of a column; with `-` in front the last comes first. */
  sort: z.string().optional().catch(undefined),
})
export type ListAddress = z.output<typeof listAddress>

/** A list as its address says, and the ways to change that. */
export interface ListControl<A extends ListAddress = ListAddress> {
  address: A
  /** From 1. */
  page: number
  /** Whether some filter or search leaves rows out. */
  isNarrowed: boolean
  /** Changes what is listed: another list begins at its first page. */
  set: (change: Partial<A>) => void
  toPage: (page: number) => void
  /** Takes search and filters away. */
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
