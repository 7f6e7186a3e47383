import { createUserStore } from '../../../lib/session/create-user-store.ts'

/** Which clients and sites are open; kept when the page is left, until its user leaves. */
export const expandedStore = createUserStore<ReadonlySet<string>>(new Set())

/** Opens or closes a node. */
export function toggleNode(id: string): void {
  expandedStore.set((ids) => (ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])))
}

/** Opens nodes that may be open already. */
export function openNodes(...ids: string[]): void {
  expandedStore.set((open) => (ids.every((id) => open.has(id)) ? open : new Set([...open, ...ids])))
}
