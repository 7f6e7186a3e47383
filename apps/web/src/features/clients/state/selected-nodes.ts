import type { CameraSelection } from '@winnow/contract'
import { createUserStore } from '../../../lib/session/create-user-store.ts'
import type { NodeKind } from '../model/selection.ts'

/** A chosen node of the tree. Choosing a client or site chooses all cameras below it. */
export interface SelectedNode {
  kind: NodeKind
  id: string
  name: string
}

/** The nodes that are chosen in the tree: some of them, or all that match a filter. */
export type SelectedNodes =
  | { of: 'nodes'; nodes: ReadonlyMap<string, SelectedNode> }
  | { of: 'filter'; filter: CameraSelection }

const NONE: SelectedNodes = { of: 'nodes', nodes: new Map() }

/** The selection for an action on many cameras. It is kept when the page is left, until the user logs out. */
export const selectedStore = createUserStore<SelectedNodes>(NONE)

/** Whether nothing is selected. */
export const isNothing = (selected: SelectedNodes): boolean => selected.of === 'nodes' && selected.nodes.size === 0

/** Whether a node itself is selected. */
export const isSelected = (selected: SelectedNodes, id: string): boolean =>
  selected.of === 'filter' || selected.nodes.has(id)

/**
 * The selected cameras as the server understands them; undefined when nothing is selected. Pass it to `countViews` to show how many there
 * are, and to bulk actions as their `filters`.
 */
export function camerasOf(selected: SelectedNodes): CameraSelection | undefined {
  if (selected.of === 'filter') return selected.filter
  return selected.nodes.size === 0 ? undefined : { below: [...selected.nodes.keys()] }
}

export const clearSelected = (): void => selectedStore.set(NONE)

/** Selects everything that matches a filter. */
export const selectMatching = (filter: CameraSelection): void => selectedStore.set({ of: 'filter', filter })

/** Selects these nodes and no others. */
export const selectNodes = (nodes: readonly SelectedNode[]): void =>
  selectedStore.set({ of: 'nodes', nodes: new Map(nodes.map((node) => [node.id, node])) })

/** Adds nodes to the selection. After a selection by filter, it replaces that selection. */
export const addNodes = (nodes: readonly SelectedNode[]): void =>
  selectedStore.set((before) => ({
    of: 'nodes',
    nodes: new Map([...(before.of === 'nodes' ? before.nodes : []), ...nodes.map((node) => [node.id, node] as const)]),
  }))

/** Selects a node, or removes it from the selection. */
export function toggleSelected(node: SelectedNode): void {
  selectedStore.set((before) => {
    const nodes = new Map(before.of === 'nodes' ? before.nodes : [])
    if (!nodes.delete(node.id)) nodes.set(node.id, node)
    return { of: 'nodes', nodes }
  })
}

/** Removes a node that no longer exists from the selection. */
export function forgetSelected(id: string): void {
  const before = selectedStore.get()
  if (before.of === 'nodes' && before.nodes.has(id))
    selectedStore.set({ of: 'nodes', nodes: new Map([...before.nodes].filter(([other]) => other !== id)) })
}
