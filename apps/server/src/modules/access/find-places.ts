import type { ScopedKind } from '@winnow/contract'
import type { NodePath } from '@winnow/domain'
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { KEEP_PLAN } from '../../platform/db/joined-trips.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { KINDS, placesOf, type PlaceColumns, type PlacedKind } from './kinds.ts'

/** The place of an object: a node of the tree, or the company as a whole. */
export type Place = { at: 'node'; path: NodePath } | { at: 'company' }

/** Requested objects of one kind. */
export interface Wanted {
  companyId: string
  kind: ScopedKind
  ids: readonly string[]
  /** The parent that all of them must belong to, for kinds that have one, such as the alarm of a note. */
  parentId: string | undefined
  /** Includes deleted clients, sites and cameras, since their alarms still exist and are found through them. */
  deleted: boolean
}

interface Row extends PlaceColumns {
  id: string
}

type Values = Pick<Wanted, 'companyId' | 'ids' | 'parentId'>

/** The query for the places of all requested objects. */
function select(kind: PlacedKind, deleted: boolean, { companyId, ids, parentId }: Values): RawBuilder<Row> {
  const { deletedAt, endedAt, parent } = KINDS[kind]
  const conditions = [
    sql`n.company_id = ${companyId} and n.id = any(${ids}::uuid[])`,
    ...(deletedAt === undefined || deleted ? [] : [sql`${sql.ref(`n.${deletedAt}`)} is null`]),
    ...(endedAt === undefined ? [] : [sql`${sql.ref(`n.${endedAt}`)} is null`]),
    ...(parent === undefined ? [] : [sql`${sql.ref(`n.${parent}`)} = ${parentId}`]),
  ]
  return sql<Row>`select ${KEEP_PLAN} n.id, ${placesOf(kind)} where ${sql.join(conditions, sql` and `)}`
}

const statements = new Map<string, (tx: Tx, wanted: Values) => CompiledQuery<Row>>()

/** Returns {@link select} as a prepared statement, built once for each kind and value of `deleted`. */
function statementFor(kind: PlacedKind, deleted: boolean): (tx: Tx, wanted: Values) => CompiledQuery<Row> {
  const name = `${kind} ${deleted}`
  const known = statements.get(name)
  if (known) return known
  const made = fixedStatement((db, wanted: Values) => select(kind, deleted, wanted).compile(db))
  statements.set(name, made)
  return made
}

const placeOf = (row: Row): Place =>
  row.project_id === null
    ? { at: 'company' }
    : {
        at: 'node',
        path: {
          projectId: row.project_id,
          ...(row.site_id ? { siteId: row.site_id } : {}),
          ...(row.view_id ? { viewId: row.view_id } : {}),
        },
      }

/** Finds the places of a company's objects, by id, with one query for all ids. Ids that do not belong to the company are left out. */
export async function findPlaces(tx: Tx, wanted: Wanted): Promise<ReadonlyMap<string, Place>> {
  const { companyId, kind, ids } = wanted
  if (kind === 'company') return new Map(ids.includes(companyId) ? [[companyId, { at: 'company' }]] : [])
  const { rows } = await tx.executeQuery(statementFor(kind, wanted.deleted)(tx, wanted))
  return new Map(rows.map((row) => [row.id, placeOf(row)]))
}

/** Finds the id of the company that each object belongs to, among all companies. Ids that do not exist are left out. */
export async function companiesOf(
  tx: Tx,
  kind: ScopedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (kind !== 'company' && kind !== 'user') throw new Error(`a ${kind} of any company is not provided for`)
  const rows =
    kind === 'company'
      ? await tx.selectFrom('company').select(['id', 'id as companyId']).where('id', 'in', ids).execute()
      : await tx.selectFrom('app_user').select(['id', 'company_id as companyId']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, companyId }) => [id, companyId]))
}
