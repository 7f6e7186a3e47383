import type { Pause, Project, Site, View } from '@winnow/contract'
import type { NodeKind } from './selection.ts'

/** A client, site or camera as the tree shows it. */
export interface TreeNode {
  kind: NodeKind
  id: string
  name: string
  parentId: string | null
  /** Whether the user may change, and so rename, it. */
  permission: 'read' | 'write'
  active: boolean
  /** Until when it is paused, by itself or with its site; null if it is not. */
  pausedUntil: string | null
  /** It has a pause of its own. */
  isPaused: boolean
  /** The number of children: sites of a client, cameras of a site. */
  childCount: number
}

/** The loaded children of a node. */
export interface Children<T> {
  data: readonly T[] | undefined
  error: unknown
}

export type TreeRow =
  | { type: 'node'; key: string; node: TreeNode; level: number; expanded: boolean | null; index: number; of: number }
  | { type: 'loading' | 'empty'; key: string; level: number; parentId: string }
  | { type: 'error'; key: string; level: number; parentId: string; error: unknown }

export type NodeRow = Extract<TreeRow, { type: 'node' }>

/** The sources of opened nodes' children. */
export interface TreeSources {
  sites: (projectId: string) => Children<Site>
  views: (siteId: string) => Children<View>
}

const projectNode = (project: Project): TreeNode => ({
  kind: 'project',
  id: project.id,
  name: project.name,
  parentId: null,
  permission: project.permission,
  active: true,
  pausedUntil: null,
  isPaused: false,
  childCount: project.siteCount,
})

const siteNode = (site: Site): TreeNode => ({
  kind: 'site',
  id: site.id,
  name: site.name,
  parentId: site.projectId,
  permission: site.permission,
  active: site.status.active,
  pausedUntil: site.pause?.pauseEndTime ?? null,
  isPaused: site.pause !== null,
  childCount: site.viewCount,
})

/** The later end of two pauses. Ends are ISO 8601 in UTC, which sort as texts. */
function laterOf(one: Pause | null, other: Pause | null): string | null {
  const ends = [one, other].flatMap((pause) => pause?.pauseEndTime ?? []).toSorted()
  return ends.at(-1) ?? null
}

const viewNode = (view: View): TreeNode => ({
  kind: 'view',
  id: view.id,
  name: view.name,
  parentId: view.siteId,
  permission: view.permission,
  active: view.status.active,
  pausedUntil: laterOf(view.pause, view.sitePause),
  isPaused: view.pause !== null,
  childCount: 0,
})

function below<T>(
  parentId: string,
  level: number,
  children: Children<T>,
  rowsOf: (list: readonly T[]) => TreeRow[],
): TreeRow[] {
  if (children.data === undefined) {
    const { error } = children
    return [
      error
        ? { type: 'error', key: `error-${parentId}`, level, parentId, error }
        : { type: 'loading', key: `loading-${parentId}`, level, parentId },
    ]
  }
  if (children.data.length === 0) return [{ type: 'empty', key: `empty-${parentId}`, level, parentId }]
  return rowsOf(children.data)
}

/** The visible rows of the tree, top to bottom: opened nodes are followed by their children. */
export function buildRows(
  projects: readonly Project[],
  total: number,
  expanded: ReadonlySet<string>,
  sources: TreeSources,
): TreeRow[] {
  const row = (node: TreeNode, level: number, index: number, of: number): NodeRow => ({
    type: 'node',
    key: node.id,
    node,
    level,
    expanded: node.kind === 'view' ? null : expanded.has(node.id),
    index,
    of,
  })
  const viewRows = (views: readonly View[]) => views.map((view, at) => row(viewNode(view), 3, at + 1, views.length))
  const siteRows = (sites: readonly Site[]) =>
    sites.flatMap((site, at) => {
      const own = row(siteNode(site), 2, at + 1, sites.length)
      return own.expanded ? [own, ...below(site.id, 3, sources.views(site.id), viewRows)] : [own]
    })
  return projects.flatMap((project, at) => {
    const own = row(projectNode(project), 1, at + 1, total)
    return own.expanded ? [own, ...below(project.id, 2, sources.sites(project.id), siteRows)] : [own]
  })
}
