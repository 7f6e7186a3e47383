import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  searchNodes,
  updateProject,
  type Project,
} from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { setGroupsOf } from './group-queries.ts'
import { findProject, listProjects as selectProjects } from './project-queries.ts'
import { deleteBelow } from './delete-below.ts'
import { requireFreeName } from './require-free-name.ts'
import { requireUnchanged } from './require-unchanged.ts'
import { searchNodes as selectNodes } from './search-nodes.ts'
import { lockNode } from './tree-locks.ts'

async function getOne(tx: Tx, actor: Actor, id: string): Promise<Project> {
  const project = await findProject(tx, actor.companyId, actor.grants, id)
  if (!project) throw notFound()
  return project
}

/** Refuses to set groups without the permission for groups, which not all users have who may create a client. */
function requireGroups(actor: Actor, groupIds: readonly string[] | undefined): void {
  if (groupIds !== undefined && !actor.permissions.has('groups.manage'))
    throw new AppError('FORBIDDEN', 'You have no access for this action')
}

const changed = (projectId: string) => ({ type: 'tree.changed' as const, projectId, siteId: null, viewId: null })

export function registerProjects(register: Register): void {
  register.read(listProjects, async ({ tx, actor, query }) => {
    const { rows, count } = await selectProjects(tx, actor.companyId, actor.grants, query)
    return { rows, count, countIsExact: true, page: query.page, limit: query.limit }
  })

  register.read(searchNodes, ({ tx, actor, query }) => selectNodes(tx, actor.companyId, actor.grants, query))

  register.read(getProject, ({ tx, actor, params }) => getOne(tx, actor, params.id))

  register.write(createProject, async ({ tx, actor, params, body, audit, publish }) => {
    requireGroups(actor, body.groupIds)
    const id = newId()
    await requireFreeName(tx, 'project', { column: 'company_id', id: params.id }, body.name)
    await tx.insertInto('project').values({ id, company_id: params.id, name: body.name }).execute()
    if (body.groupIds) await setGroupsOf(tx, params.id, id, body.groupIds)
    const entry = { action: 'project.created', objectType: 'project' as const, objectId: id, objectName: body.name }
    await audit({ ...entry, after: body })
    await publish(changed(id))
    return getOne(tx, actor, id)
  })

  register.write(updateProject, async ({ tx, actor, params, body, audit, publish }) => {
    requireGroups(actor, body.groupIds)
    if (body.name !== undefined)
      await requireFreeName(tx, 'project', { column: 'company_id', id: actor.companyId }, body.name, params.id)
    await lockNode(tx, 'project', params.id)
    const before = await getOne(tx, actor, params.id)
    requireUnchanged(before, body.basedOn)
    requirePlainLines({ name: before.name }, { name: body.name })
    const name = body.name ?? before.name
    await tx.updateTable('project').set({ name }).where('id', '=', params.id).execute()
    if (body.groupIds) await setGroupsOf(tx, actor.companyId, params.id, body.groupIds)
    const entry = {
      action: 'project.changed',
      objectType: 'project' as const,
      objectId: params.id,
      objectName: name,
    }
    await audit({
      ...entry,
      before: { name: before.name, ...(body.groupIds && { groupIds: before.groupIds }) },
      after: { name, ...(body.groupIds && { groupIds: body.groupIds }) },
    })
    await publish(changed(params.id))
    return getOne(tx, actor, params.id)
  })

  register.write(deleteProject, async ({ tx, actor, params, audit, publish, now }) => {
    const before = await getOne(tx, actor, params.id)
    const below = { column: 'project_id', id: params.id } as const
    // From the top down, as for a single site.
    await tx.updateTable('project').set({ deleted_at: now }).where('id', '=', params.id).execute()
    await deleteBelow(tx, 'site', below, now)
    await deleteBelow(tx, 'view', below, now)
    const entry = {
      action: 'project.deleted',
      objectType: 'project' as const,
      objectId: params.id,
      objectName: before.name,
    }
    await audit({ ...entry, before })
    await publish(changed(params.id))
    return { success: true as const }
  })
}
