/** A node's place in the tree. The deeper ids are absent for a site or a client. */
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
 * The permission on a node: the strongest grant on it or on a node above it. Undefined when it is not visible. A grant below a node (a
 * camera of a site) does not open the node itself; lists show only its name, as the path.
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
