import type { ScopedKind } from '@winnow/contract'
import type { NodePath } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** Where a thing stands: at a node of the tree, or at the company as a whole. */
export type Place = { at: 'node'; path: NodePath } | { at: 'company' }

const path = (row: { project_id: string; site_id?: string | null; view_id?: string | null }): Place => ({
  at: 'node',
  path: {
    projectId: row.project_id,
    ...(row.site_id ? { siteId: row.site_id } : {}),
    ...(row.view_id ? { viewId: row.view_id } : {}),
  },
})

type Finder = (tx: Tx, companyId: string, id: string, parentId: string | undefined) => Promise<Place | undefined>

const byKind: Record<ScopedKind, Finder> = {
  async company(_tx, companyId, id) {
    return id === companyId ? { at: 'company' } : undefined
  },
  async project(tx, companyId, id) {
    const row = await tx
      .selectFrom('project')
      .select('project.id as project_id')
      .where('project.id', '=', id)
      .where('project.company_id', '=', companyId)
      .where('project.deleted_at', 'is', null)
      .executeTakeFirst()
    return row && path(row)
  },
  async site(tx, companyId, id) {
    const row = await tx
      .selectFrom('site')
      .select(['site.project_id', 'site.id as site_id'])
      .where('site.id', '=', id)
      .where('site.company_id', '=', companyId)
      .where('site.deleted_at', 'is', null)
      .executeTakeFirst()
    return row && path(row)
  },
  async view(tx, companyId, id) {
    const row = await tx
      .selectFrom('view')
      .select(['view.project_id', 'view.site_id', 'view.id as view_id'])
      .where('view.id', '=', id)
      .where('view.company_id', '=', companyId)
      .where('view.deleted_at', 'is', null)
      .executeTakeFirst()
    return row && path(row)
  },
  async alarm(tx, companyId, id) {
    const row = await tx
      .selectFrom('alarm')
      .select(['alarm.project_id', 'alarm.site_id', 'alarm.view_id'])
      .where('alarm.id', '=', id)
      .where('alarm.company_id', '=', companyId)
      .executeTakeFirst()
    return row && path(row)
  },
  async note(tx, companyId, id, alarmId) {
    const row = await tx
      .selectFrom('alarm_note')
      .innerJoin('alarm', 'alarm.id', 'alarm_note.alarm_id')
      .select(['alarm.project_id', 'alarm.site_id', 'alarm.view_id'])
      .where('alarm_note.id', '=', id)
      .where('alarm_note.alarm_id', '=', alarmId ?? '')
      .where('alarm_note.company_id', '=', companyId)
      .executeTakeFirst()
    return row && path(row)
  },
  async receiver(tx, companyId, id) {
    const row = await tx
      .selectFrom('receiver')
      .innerJoin('site', 'site.id', 'receiver.site_id')
      .select(['site.project_id', 'site.id as site_id'])
      .where('receiver.id', '=', id)
      .where('receiver.company_id', '=', companyId)
      .where('receiver.deleted_at', 'is', null)
      .executeTakeFirst()
    return row && path(row)
  },
  async delivery(tx, companyId, id) {
    const row = await tx
      .selectFrom('delivery')
      .innerJoin('receiver', 'receiver.id', 'delivery.receiver_id')
      .innerJoin('site', 'site.id', 'receiver.site_id')
      .select(['site.project_id', 'site.id as site_id'])
      .where('delivery.id', '=', id)
      .where('delivery.company_id', '=', companyId)
      .executeTakeFirst()
    return row && path(row)
  },
  async token(tx, companyId, id) {
    const row = await tx
      .selectFrom('api_token')
      .select('api_token.id')
      .where('api_token.id', '=', id)
      .where('api_token.company_id', '=', companyId)
      .where('api_token.revoked_at', 'is', null)
      .executeTakeFirst()
    return row && { at: 'company' }
  },
  async signal(tx, companyId, id) {
    const row = await tx
      .selectFrom('signal')
      .innerJoin('site', 'site.id', 'signal.site_id')
      .select(['site.project_id', 'signal.site_id', 'signal.view_id'])
      .where('signal.id', '=', id)
      .where('signal.company_id', '=', companyId)
      .executeTakeFirst()
    return row && path(row)
  },
  async user(tx, companyId, id) {
    const row = await tx
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    return row && { at: 'company' }
  },
}

/** Whether there is such a thing in any company, for those who run the installation. */
export async function existsAnywhere(tx: Tx, kind: ScopedKind, id: string): Promise<boolean> {
  if (kind !== 'company' && kind !== 'user') throw new Error(`a ${kind} of any company is not provided for`)
  const table = kind === 'company' ? 'company' : 'app_user'
  return (await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Finds where a thing of a company stands; undefined when the company has no such thing. */
export function findPlace(
  tx: Tx,
  companyId: string,
  ref: { kind: ScopedKind },
  id: string,
  parentId: string | undefined,
): Promise<Place | undefined> {
  return byKind[ref.kind](tx, companyId, id, parentId)
}

/** Places of many nodes of one kind at once, for filters. */
export async function findPaths(
  tx: Tx,
  companyId: string,
  kind: ScopedKind,
  nodeIds: readonly string[],
): Promise<ReadonlyMap<string, NodePath>> {
  const columns = {
    project: sql`id as project_id, null::uuid as site_id, null::uuid as view_id`,
    site: sql`project_id, id as site_id, null::uuid as view_id`,
    view: sql`project_id, site_id, id as view_id`,
    alarm: sql`project_id, site_id, view_id`,
  }
  if (!(kind in columns)) throw new Error(`a filter by ${kind} is not provided for`)
  const known = kind as keyof typeof columns
  const { rows } = await sql<{ id: string; project_id: string; site_id: string | null; view_id: string | null }>`
    select id, ${columns[known]} from ${sql.table(known)}
    where company_id = ${companyId} and id = any(${[...nodeIds]}::uuid[])`.execute(tx)
  return new Map(
    rows.map((row) => {
      const place = path(row)
      return [row.id, place.at === 'node' ? place.path : { projectId: row.project_id }]
    }),
  )
}
