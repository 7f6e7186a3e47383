import { restoreNode } from '@winnow/contract'
import { nodePermission, type NodePath } from '@winnow/domain'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { restoreBelow } from './delete-below.ts'
import { requireFreeName } from './require-free-name.ts'
import type { TreeDeps } from './tree-deps.ts'
import { findTakenKeys } from './taken-keys.ts'
import { lockParent } from './tree-locks.ts'

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

const notRestorable = () => new AppError('CONFLICT', 'What it stood under is deleted: restore that first')

/** Finds a deleted node that the caller may restore. @throws AppError NOT_FOUND, or CONFLICT if its parent is deleted */
async function getRestorable(tx: Tx, { companyId, grants }: Actor, id: string): Promise<Deleted> {
  const found = await findDeleted(tx, companyId, id)
  if (!found || nodePermission(grants, found.path) !== 'write') throw notFound()
  if (found.parentGone) throw notRestorable()
  return found
}

/** The parent under which the name of a node must be unique. */
function parentOf(companyId: string, { kind, path }: Deleted) {
  if (kind === 'project') return { column: 'company_id', id: companyId } as const
  if (kind === 'site') return { column: 'project_id', id: path.projectId, kind: 'project' } as const
  return { column: 'site_id', id: path.siteId ?? '', kind: 'site' } as const
}

/** Requires that no other node has got the key of the node, or of what will be restored with it. @throws AppError KEY_TAKEN */
async function requireFreeKeys(tx: Tx, companyId: string, id: string, { kind, deletedAt }: Deleted): Promise<void> {
  const below = (column: 'project_id' | 'site_id') =>
    sql<SqlBool>`n.${sql.ref(column)} = ${id} and n.deleted_at = ${deletedAt}`
  const checks = {
    project: [
      { table: 'site', which: below('project_id') },
      { table: 'view', which: below('project_id') },
    ],
    site: [{ table: 'view', which: below('site_id') }],
    view: [],
  } as const
  for (const { table, which } of [{ table: kind, which: sql<SqlBool>`n.id = ${id}` }, ...checks[kind]]) {
    const [taken] = await findTakenKeys(tx, companyId, { kind: table, which, most: 1 })
    if (!taken) continue
    const message = `“${taken.takenBy}” has the key “${taken.key}” of “${taken.name}” by now. Delete that one first`
    throw new AppError('KEY_TAKEN', message, { fields: [{ field: 'externalKey', message }] })
  }
}

/** Restores the node and everything that was deleted with it, but nothing that was deleted before. Works from the top down. */
async function restore(tx: Tx, id: string, { kind, deletedAt }: Deleted): Promise<void> {
  await tx.updateTable(kind).set({ deleted_at: null }).where('id', '=', id).execute()
  if (kind === 'view') return
  const parent = { column: kind === 'project' ? 'project_id' : 'site_id', id } as const
  if (kind === 'project') await restoreBelow(tx, 'site', parent, deletedAt)
  await restoreBelow(tx, 'view', parent, deletedAt)
}

export function registerRestore(
  register: Register,
  { productPlan, streamPlaces }: Pick<TreeDeps, 'productPlan' | 'streamPlaces'>,
): void {
  register.write(restoreNode, async ({ tx, actor, companyId, now, requestId, params, audit, publish }) => {
    const seen = await getRestorable(tx, actor, params.id)
    const parent = parentOf(companyId, seen)
    await productPlan.lock(tx, companyId)
    await requireFreeName(tx, seen.kind, parent, seen.name, params.id)
    if ('kind' in parent && !(await lockParent(tx, parent.kind, parent.id))) throw notRestorable()
    // Found again under the locks, because somebody else may have restored it meanwhile.
    const found = await getRestorable(tx, actor, params.id)
    await requireFreeKeys(tx, companyId, params.id, found)
    await streamPlaces.restore(tx, companyId, () => restore(tx, params.id, found))
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
