import { createUserStore } from '../../../lib/session/create-user-store.ts'
import { isOpen } from '../model/tree-filter.ts'
import { loadedStore } from './tree-pages.ts'

/** Opened clients and sites. Kept when the page is left, until the user logs out. */
export const expandedStore = createUserStore<ReadonlySet<string>>(new Set())

/** Clients and sites that were opened while a filter is on. They do not stay open when the filter is removed. */
export const filterExpandedStore = createUserStore<ReadonlySet<string>>(new Set())

const shown = () => (isOpen(loadedStore.get().filter) ? expandedStore : filterExpandedStore)

/** Opens or closes a node. */
export function toggleNode(id: string): void {
  shown().set((ids) => (ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])))
}

/** Opens nodes, including those already open. */
export function openNodes(...ids: string[]): void {
  shown().set((open) => (ids.every((id) => open.has(id)) ? open : new Set([...open, ...ids])))
}

/** Removes a deleted node from the opened nodes. */
export function closeNode(id: string): void {
  for (const store of [expandedStore, filterExpandedStore])
    if (store.get().has(id)) store.set((ids) => new Set([...ids].filter((other) => other !== id)))
}
