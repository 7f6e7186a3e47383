import type { Pause, Project, Site, View } from '@winnow/contract'
import type { TreeNode } from './tree-levels.ts'

type Matched<T> = T & { matchCount: number }

export const projectNode = (project: Matched<Project>): TreeNode => ({
  kind: 'project',
  id: project.id,
  name: project.name,
  projectId: project.id,
  parentId: null,
  permission: project.permission,
  active: true,
  pausedUntil: null,
  ownPauseUntil: null,
  arming: null,
  childCount: project.siteCount,
  matchCount: project.matchCount,
})

export const siteNode = (site: Matched<Site>): TreeNode => ({
  kind: 'site',
  id: site.id,
  name: site.name,
  projectId: site.projectId,
  parentId: site.projectId,
  permission: site.permission,
  active: site.status.active,
  pausedUntil: site.pause?.pauseEndTime ?? null,
  ownPauseUntil: site.pause?.pauseEndTime ?? null,
  arming: site.arming,
  childCount: site.viewCount,
  matchCount: site.matchCount,
})

/** Returns the later end of two pauses; null without a pause. Ends are ISO 8601 in UTC, so they can be compared as texts. */
export function laterOf(one: Pause | null, other: Pause | null): string | null {
  const ends = [one, other].flatMap((pause) => pause?.pauseEndTime ?? []).toSorted()
  return ends.at(-1) ?? null
}

export const viewNode = (view: View): TreeNode => ({
  kind: 'view',
  id: view.id,
  name: view.name,
  projectId: view.clientId,
  parentId: view.siteId,
  permission: view.permission,
  active: view.status.active,
  pausedUntil: laterOf(view.pause, view.sitePause),
  ownPauseUntil: view.pause?.pauseEndTime ?? null,
  arming: null,
  childCount: 0,
  matchCount: 1,
})
