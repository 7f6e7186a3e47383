import type { AuditObject, Kind, ScopedKind } from '@winnow/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'

/** The description of a kind for the gate and the audit. Columns are those of its table with alias n. */
interface FactsOf<Table extends keyof DB> {
  table: Table
  /** The place in the tree: SQL expressions from the client down. `none`: not in the tree. */
  place: 'none' | { project: string; site?: string; view?: string }
  /** Joins for `place`. */
  joins?: string
  /** Requests find deleted rows only where their operation allows it. */
  deletedAt?: keyof DB[Table] & string
  /** Requests never find ended rows. */
  endedAt?: keyof DB[Table] & string
  /** The parent whose id a request must name as well. */
  parent?: keyof DB[Table] & string
}

/** The columns are those of the table. */
type KindFacts = { [Table in keyof DB]: FactsOf<Table> }[keyof DB]

const JOIN_SITE = 'join site s on s.id = n.site_id'

/**
 * Every kind of thing. The gate finds the ids of a request by it, and the audit stores by it where an object is, so that the audit of a
 * client, site or camera shows its entries.
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
  job: { table: 'background_job', place: 'none' },
  import: { table: 'tree_import', place: 'none' },
  group: { table: 'client_group', place: 'none' },
  token: { table: 'api_token', place: 'none', endedAt: 'revoked_at' },
  user: { table: 'app_user', place: 'none' },
  detector: { table: 'detector', place: 'none' },
  audit: { table: 'audit', place: 'none' },
}

/** The place as columns of a row; null from the first node on that it does not have. */
export interface PlaceColumns {
  project_id: string | null
  site_id: string | null
  view_id: string | null
}

/** Kinds that requests find by their table: a company is found by its own id. */
export type PlacedKind = Exclude<ScopedKind, 'company'>

/** The columns of a kind's places and the table they are read from, with alias n. */
export function placesOf(kind: Kind): RawBuilder<PlaceColumns> {
  const { table, place, joins = '' } = KINDS[kind]
  const { project, site, view } = place === 'none' ? {} : place
  const column = (expression: string | undefined, name: string) => sql.raw(`${expression ?? 'null::uuid'} as ${name}`)
  const columns = [column(project, 'project_id'), column(site, 'site_id'), column(view, 'view_id')]
  return sql`${sql.join(columns)} from ${sql.table(table)} n ${sql.raw(joins)}`
}

/** The place of an object that the audit names, deleted or not; undefined for an object that is not in the tree, or that does not exist. */
export async function findPlaceOf(tx: Tx, kind: AuditObject, id: string): Promise<PlaceColumns | undefined> {
  if (KINDS[kind].place === 'none') return undefined
  const { rows } = await sql<PlaceColumns>`select ${placesOf(kind)} where n.id = ${id}`.execute(tx)
  return rows[0]
}
