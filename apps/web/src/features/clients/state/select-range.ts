import { type TreeRows, layOut } from '../model/tree-levels.ts'
import { addNodes, type SelectedNode } from './selected-nodes.ts'
import { loadedStore, wantPages } from './tree-pages.ts'

/** The maximum number of nodes in a range. Larger selections are made by a filter. */
export const RANGE_MOST = 2_000

/**
 * Selects the nodes from one position to another. Nodes that are not loaded yet are loaded first.
 * @returns false when there are more than {@link RANGE_MOST}
 */
export async function selectRange(
  rows: TreeRows,
  expanded: ReadonlySet<string>,
  one: number,
  other: number,
): Promise<boolean> {
  const [from, to] = [Math.min(one, other), Math.max(one, other)]
  if (to - from >= RANGE_MOST) return false
  await wantPages(rows.pagesOf(from, to))
  const now = layOut(loadedStore.get().levels, expanded)
  const nodes: SelectedNode[] = []
  for (let at = from; at <= to; at++) {
    const row = now.at(at)
    if (row?.type === 'node') nodes.push({ kind: row.node.kind, id: row.node.id, name: row.node.name })
  }
  addNodes(nodes)
  return true
}
