/** Where a camera stands in the tree. The deeper ids are absent for a site or a client. */
export interface NodePath {
  projectId: string
  siteId?: string
  viewId?: string
}

export type NodePermission = 'read' | 'write'

/** Which part of a company's tree someone sees: all of it, or the nodes granted, each with everything below it. */
export type Grants =
  | { all: true; permission: NodePermission }
  | {
      all: false
      projects: ReadonlyMap<string, NodePermission>
      sites: ReadonlyMap<string, NodePermission>
      views: ReadonlyMap<string, NodePermission>
    }

/**
 * The right to a node: the strongest grant on it or above it. Undefined when the node is out of sight.
 * A grant below a node (a camera of a site) does not open the node itself; lists show the path to it by name only.
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
