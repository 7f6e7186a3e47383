/**
 * The place of a node in the tree, as the ids of the node and of the nodes above it. A client (project) has only `projectId`; a site has no
 * `viewId`.
 */
export interface NodePath {
  projectId: string
  siteId?: string
  viewId?: string
}

export type NodePermission = 'read' | 'write'

/** The part of a company's tree that a user sees: everything, or the granted nodes with all below them. */
export type Grants =
  | { all: true; permission: NodePermission }
  | {
      all: false
      projects: ReadonlyMap<string, NodePermission>
      sites: ReadonlyMap<string, NodePermission>
      views: ReadonlyMap<string, NodePermission>
    }

/**
 * Returns the permission on a node: the strongest grant on the node itself or on a node above it. Undefined if the user may not see the
 * node. A grant on a lower node (such as a camera of a site) does not make the node itself visible; lists show only its name, as part of
 * the path.
 */
export function nodePermission(grants: Grants, path: NodePath): NodePermission | undefined {
  if (grants.all) return grants.permission
  const found = [
    grants.projects.get(path.projectId),
    path.siteId === undefined ? undefined : grants.sites.get(path.siteId),
    path.viewId === undefined ? undefined : grants.views.get(path.viewId),
  ]
  if (found.includes('write')) return 'write'
  return found.includes('read') ? 'read' : undefined
}
