import type { NodeRef } from '../state/use-node-actions.ts'
import type { TreeNode, TreeRow } from './tree-rows.ts'

/** A node with the ids of its ancestors; `undefined` when their rows are gone. */
export function refOf(rows: readonly TreeRow[], node: TreeNode): NodeRef | undefined {
  const { kind, id, name, parentId } = node
  if (kind === 'project') return { kind, id, name, projectId: id, siteId: null }
  if (parentId === null) return undefined
  if (kind === 'site') return { kind, id, name, projectId: parentId, siteId: null }
  const site = rows.find((row) => row.type === 'node' && row.node.id === parentId)
  const projectId = site?.type === 'node' ? site.node.parentId : null
  return projectId === null ? undefined : { kind, id, name, projectId, siteId: parentId }
}
