import { createUserStore } from '../../../lib/session/create-user-store.ts'

/** Opened clients and sites. Kept when the page is left, until the user logs out. */
export const expandedStore = createUserStore<ReadonlySet<string>>(new Set())

/** Opens or closes a node. */
export function toggleNode(id: string): void {
  expandedStore.set((ids) => (ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])))
}

/** Opens nodes, including those already open. */
export function openNodes(...ids: string[]): void {
  expandedStore.set((open) => (ids.every((id) => open.has(id)) ? open : new Set([...open, ...ids])))
}
