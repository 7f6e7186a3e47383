import type { NodeRef } from '../state/use-node-actions.ts'
import type { TreeNode } from './tree-levels.ts'

/** Returns the reference to a node of the tree, with the ids of its ancestors. */
export function refOf({ kind, id, name, projectId, parentId }: TreeNode): NodeRef {
  return { kind, id, name, projectId, siteId: kind === 'view' ? parentId : null }
}
