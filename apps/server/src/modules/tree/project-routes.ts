import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  searchNodes,
  updateProject,
  type Project,
} from '@winnow/contract'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { publishLive } from '../live/index.ts'
import { findProject, listProjects as selectProjects } from './project-queries.ts'
import { deleteBelow } from './delete-below.ts'
import { requireFreeName } from './require-free-name.ts'
import { searchNodes as selectNodes } from './search-nodes.ts'
import type { TreeDeps } from './tree-deps.ts'

async function getOne(tx: Tx, actor: Actor, id: string): Promise<Project> {
  const project = await findProject(tx, actor.companyId, actor.grants, id)
  if (!project) throw notFound()
  return project
}

const changed = (tx: Tx, actor: Actor, projectId: string) =>
  publishLive(tx, actor.companyId, { type: 'tree.changed', projectId, siteId: null, viewId: null })

export function registerProjects(register: Register, { db, clock }: TreeDeps): void {
  register(listProjects, async ({ actor, query }) => {
    const { rows, count } = await inTenant(db, actor.companyId, (tx) =>
      selectProjects(tx, actor.companyId, actor.grants, query),
    )
    return { rows, count, countIsExact: true, page: query.page, limit: query.limit }
  })

  register(searchNodes, ({ actor, query }) =>
    inTenant(db, actor.companyId, (tx) => selectNodes(tx, actor.companyId, actor.grants, query)),
  )

  register(getProject, ({ actor, params }) => inTenant(db, actor.companyId, (tx) => getOne(tx, actor, params.id)))

  register(createProject, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const id = newId()
      await requireFreeName(tx, 'project', { column: 'company_id', id: params.id }, body.name)
      await tx.insertInto('project').values({ id, company_id: params.id, name: body.name }).execute()
      const entry = { action: 'project.created', objectType: 'project', objectId: id, objectName: body.name }
      await recordAudit(tx, actor, { ...entry, after: body }, clock.now(), request.id)
      await changed(tx, actor, id)
      return getOne(tx, actor, id)
    }),
  )

  register(updateProject, ({ actor, params, body, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const before = await getOne(tx, actor, params.id)
      requirePlainLines({ name: before.name }, body)
      await requireFreeName(tx, 'project', { column: 'company_id', id: actor.companyId }, body.name, params.id)
      await tx.updateTable('project').set({ name: body.name }).where('id', '=', params.id).execute()
      const entry = { action: 'project.changed', objectType: 'project', objectId: params.id, objectName: body.name }
      await recordAudit(tx, actor, { ...entry, before: { name: before.name }, after: body }, clock.now(), request.id)
      await changed(tx, actor, params.id)
      return getOne(tx, actor, params.id)
    }),
  )

  register(deleteProject, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const before = await getOne(tx, actor, params.id)
      const at = clock.now()
      const below = { column: 'project_id', id: params.id } as const
      await deleteBelow(tx, 'view', below, at)
      await deleteBelow(tx, 'site', below, at)
      await tx.updateTable('project').set({ deleted_at: at }).where('id', '=', params.id).execute()
      const entry = { action: 'project.deleted', objectType: 'project', objectId: params.id, objectName: before.name }
      await recordAudit(tx, actor, { ...entry, before }, at, request.id)
      await changed(tx, actor, params.id)
      return { success: true as const }
    }),
  )
}
