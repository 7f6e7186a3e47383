import type { AuditObject, Kind, ScopedKind } from '@winnow/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'

/** The description of a kind for the gate and the audit. Columns are those of its table with alias n. */
interface FactsOf<Table extends keyof DB> {
  table: Table
  /** SQL expressions for the nodes that contain the object, from the client down; `none` for objects that are not in the tree. */
  place: 'none' | { project: string; site?: string; view?: string }
  /** Joins for `place`. */
  joins?: string
  /** The column with the time of deletion. Requests find deleted rows only if their operation allows it. */
  deletedAt?: keyof DB[Table] & string
  /** The column with the time at which a row ended. Requests never find such rows. */
  endedAt?: keyof DB[Table] & string
  /** The column with the id of the parent, which a request must name as well. */
  parent?: keyof DB[Table] & string
}

/** The description of a kind. It can only name columns that its table has. */
type KindFacts = { [Table in keyof DB]: FactsOf<Table> }[keyof DB]

const JOIN_SITE = 'join site s on s.id = n.site_id'

/**
 * All kinds of objects. The gate uses this table to find the objects that a request names. The audit uses it to store the place of an
 * object, so that the audit log of a client, site or camera contains the entries about the objects in it.
 */
export const KINDS: Readonly<Record<Kind, KindFacts>> = {
  company: { table: 'company', place: 'none' },
  project: { table: 'project', place: { project: 'n.id' }, deletedAt: 'deleted_at' },
  site: { table: 'site', place: { project: 'n.project_id', site: 'n.id' }, deletedAt: 'deleted_at' },
  view: {
    table: 'view',
    place: { project: 'n.project_id', site: 'n.site_id', view: 'n.id' },
    deletedAt: 'deleted_at',
  },
  alarm: { table: 'alarm', place: { project: 'n.project_id', site: 'n.site_id', view: 'n.view_id' } },
  note: {
    table: 'alarm_note',
    place: { project: 'a.project_id', site: 'a.site_id', view: 'a.view_id' },
    joins: 'join alarm a on a.id = n.alarm_id',
    parent: 'alarm_id',
  },
  signal: {
    table: 'signal',
    place: { project: 's.project_id', site: 'n.site_id', view: 'n.view_id' },
    joins: JOIN_SITE,
  },
  receiver: {
    table: 'receiver',
    place: { project: 's.project_id', site: 's.id' },
    joins: JOIN_SITE,
    deletedAt: 'deleted_at',
  },
  delivery: {
    table: 'delivery',
    place: { project: 's.project_id', site: 's.id' },
    joins: 'join receiver r on r.id = n.receiver_id join site s on s.id = r.site_id',
  },
  schedule: { table: 'schedule_template', place: 'none' },
  job: { table: 'background_job', place: 'none' },
  import: { table: 'tree_import', place: 'none' },
  group: { table: 'client_group', place: 'none' },
  token: { table: 'api_token', place: 'none', endedAt: 'revoked_at' },
  user: { table: 'app_user', place: 'none' },
  detector: { table: 'detector', place: 'none' },
  audit: { table: 'audit', place: 'none' },
}

/** The place of an object as columns of a row. Columns of levels that the object is not in are null: a client has no site. */
export interface PlaceColumns {
  project_id: string | null
  site_id: string | null
  view_id: string | null
}

/** Kinds whose objects are looked up in their table. For a company no lookup is needed. */
export type PlacedKind = Exclude<ScopedKind, 'company'>

/** SQL for the place columns of a kind, and the table to read them from, with alias n. */
export function placesOf(kind: Kind): RawBuilder<PlaceColumns> {
  const { table, place, joins = '' } = KINDS[kind]
  const { project, site, view } = place === 'none' ? {} : place
  const column = (expression: string | undefined, name: string) => sql.raw(`${expression ?? 'null::uuid'} as ${name}`)
  const columns = [column(project, 'project_id'), column(site, 'site_id'), column(view, 'view_id')]
  return sql`${sql.join(columns)} from ${sql.table(table)} n ${sql.raw(joins)}`
}

/** Finds the place of an audited object, also of a deleted one. Undefined if the object is not in the tree or does not exist. */
export async function findPlaceOf(tx: Tx, kind: AuditObject, id: string): Promise<PlaceColumns | undefined> {
  if (KINDS[kind].place === 'none') return undefined
  const { rows } = await sql<PlaceColumns>`select ${placesOf(kind)} where n.id = ${id}`.execute(tx)
  return rows[0]
}
