import { countNodes, findPlace, findTypedProject, findTypedSite, findTypedView, getLastChange } from '@winnow/contract'
import type { Register } from '../../platform/http/register.ts'
import { findLastChange } from './last-change.ts'
import { countNodes as count } from './node-counts.ts'
import { findSteps, findTyped } from './node-places.ts'
import { findProject } from './project-queries.ts'
import { findSite } from './site-queries.ts'
import { findView } from './view-queries.ts'

const FIND = { project: findProject, site: findSite, view: findView }

/** Operations for the positions of nodes in the tree, for the numbers of their active, paused and silent cameras, and for their last change. */
export function registerNodes(register: Register): void {
  register.read(findPlace, async ({ tx, actor, params, query }) => ({
    steps: await findSteps(tx, actor, query, params.id),
  }))

  register.read(findTypedProject, async ({ tx, actor, query }) => ({
    found: await findTyped(tx, actor, query, { kind: 'project', ...query }),
  }))
  register.read(findTypedSite, async ({ tx, actor, params, query }) => ({
    found: await findTyped(tx, actor, query, { kind: 'site', parentId: params.id, ...query }),
  }))
  register.read(findTypedView, async ({ tx, actor, params, query }) => ({
    found: await findTyped(tx, actor, query, { kind: 'view', parentId: params.id, ...query }),
  }))

  register.read(countNodes, async ({ tx, actor, query: { projectIds = [], siteIds = [] }, now }) => [
    ...(await count(tx, actor, { column: 'project_id', ids: projectIds, now })),
    ...(await count(tx, actor, { column: 'site_id', ids: siteIds, now })),
  ])

  register.read(getLastChange, async ({ tx, actor, params: { kind, id }, now }) => {
    const node = await FIND[kind](tx, actor.companyId, actor.grants, id)
    return { change: node ? await findLastChange(tx, { kind, id, now }) : null }
  })
}
