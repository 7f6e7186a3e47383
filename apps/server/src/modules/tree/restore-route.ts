import { restoreNode } from '@winnow/contract'
import { nodePermission, type NodePath } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import type { TreeDeps } from './tree-deps.ts'
import { requireFreeName } from './require-free-name.ts'

type Kind = 'project' | 'site' | 'view'

interface Deleted {
  kind: Kind
  name: string
  path: NodePath
  deletedAt: Date
  parentGone: boolean
}

async function findDeleted(tx: Tx, companyId: string, id: string): Promise<Deleted | undefined> {
  const { rows } = await sql<{
    kind: Kind
    name: string
    project_id: string
    site_id: string | null
    view_id: string | null
    deleted_at: Date
    parent_gone: boolean
  }>`
    select 'project' as kind, name, id as project_id, null::uuid as site_id, null::uuid as view_id, deleted_at, false as parent_gone
      from project where id = ${id} and company_id = ${companyId} and deleted_at is not null
    union all
    select 'site', s.name, s.project_id, s.id, null, s.deleted_at, p.deleted_at is not null
      from site s join project p on p.id = s.project_id
      where s.id = ${id} and s.company_id = ${companyId} and s.deleted_at is not null
    union all
    select 'view', v.name, v.project_id, v.site_id, v.id, v.deleted_at, s.deleted_at is not null
      from view v join site s on s.id = v.site_id
      where v.id = ${id} and v.company_id = ${companyId} and v.deleted_at is not null`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  const path: NodePath = {
    projectId: row.project_id,
    ...(row.site_id ? { siteId: row.site_id } : {}),
    ...(row.view_id ? { viewId: row.view_id } : {}),
  }
  return { kind: row.kind, name: row.name, path, deletedAt: row.deleted_at, parentGone: row.parent_gone }
}

/** The parent under which the name of a node must be unique. */
function parentOf(companyId: string, { kind, path }: Deleted) {
  if (kind === 'project') return { column: 'company_id', id: companyId } as const
  if (kind === 'site') return { column: 'project_id', id: path.projectId } as const
  return { column: 'site_id', id: path.siteId ?? '' } as const
}

/** Restores the node and everything that was deleted with it, but nothing that was deleted before. */
async function restore(tx: Tx, id: string, found: Deleted): Promise<void> {
  const at = found.deletedAt
  const below = found.kind === 'project' ? 'project_id' : 'site_id'
  if (found.kind === 'view')
    return void (await tx.updateTable('view').set({ deleted_at: null }).where('id', '=', id).execute())
  await tx.updateTable('view').set({ deleted_at: null }).where(below, '=', id).where('deleted_at', '=', at).execute()
  if (found.kind === 'project') {
    await tx
      .updateTable('site')
      .set({ deleted_at: null })
      .where('project_id', '=', id)
      .where('deleted_at', '=', at)
      .execute()
    await tx.updateTable('project').set({ deleted_at: null }).where('id', '=', id).execute()
  } else await tx.updateTable('site').set({ deleted_at: null }).where('id', '=', id).execute()
}

export function registerRestore(register: Register, { productPlan }: Pick<TreeDeps, 'productPlan'>): void {
  register.write(restoreNode, async ({ tx, actor, companyId, now, requestId, params, audit, publish }) => {
    const found = await findDeleted(tx, actor.companyId, params.id)
    if (!found || nodePermission(actor.grants, found.path) !== 'write') throw notFound()
    if (found.parentGone) throw new AppError('CONFLICT', 'What it stood under is deleted: restore that first')
    await requireFreeName(tx, found.kind, parentOf(actor.companyId, found), found.name, params.id)
    await restore(tx, params.id, found)
    await productPlan.settle({ tx, companyId, author: actor, now, requestId, publish })
    await audit({
      action: `${found.kind}.restored`,
      objectType: found.kind,
      objectId: params.id,
      objectName: found.name,
    })
    const { projectId, siteId = null, viewId = null } = found.path
    await publish({ type: 'tree.changed', projectId, siteId, viewId })
    return { success: true as const }
  })
}
