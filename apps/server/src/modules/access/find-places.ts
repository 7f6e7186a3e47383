import type { ScopedKind } from '@winnow/contract'
import type { NodePath } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** Where a thing stands: at a node of the tree, or at the company as a whole. */
export type Place = { at: 'node'; path: NodePath } | { at: 'company' }

/** Things of one kind that somebody names. */
export interface Wanted {
  companyId: string
  kind: ScopedKind
  ids: readonly string[]
  /** What all of them must belong to, where a kind has such a thing: the alarm of a note. */
  parentId: string | undefined
  /** Deleted clients, sites and cameras too: their alarms are still there, and found by them. */
  deleted: boolean
}

interface Row {
  id: string
  /** Null for what stands at the company as a whole. */
  project_id: string | null
  site_id: string | null
  view_id: string | null
}

const NOWHERE = sql`null::uuid as project_id, null::uuid as site_id, null::uuid as view_id`
const OF_SITE = sql`s.project_id, s.id as site_id, null::uuid as view_id`
const OF_CAMERA = sql`n.project_id, n.site_id, n.view_id`

/** Condition on a table with alias n that a row is the company's and wanted. */
const isWanted = ({ companyId, ids }: Wanted) => sql`n.company_id = ${companyId} and n.id = any(${[...ids]}::uuid[])`
const stands = ({ deleted }: Wanted) => (deleted ? sql`true` : sql`n.deleted_at is null`)

/** How the things of each kind are found in the tree, all of them with one query. */
const FIND: Record<Exclude<ScopedKind, 'company'>, (wanted: Wanted) => RawBuilder<Row>> = {
  project: (wanted) => sql`
    select n.id, n.id as project_id, null::uuid as site_id, null::uuid as view_id from project n
    where ${isWanted(wanted)} and ${stands(wanted)}`,
  site: (wanted) => sql`
    select n.id, n.project_id, n.id as site_id, null::uuid as view_id from site n
    where ${isWanted(wanted)} and ${stands(wanted)}`,
  view: (wanted) => sql`
    select n.id, n.project_id, n.site_id, n.id as view_id from view n where ${isWanted(wanted)} and ${stands(wanted)}`,
  alarm: (wanted) => sql`select n.id, ${OF_CAMERA} from alarm n where ${isWanted(wanted)}`,
  note: (wanted) => sql`
    select n.id, a.project_id, a.site_id, a.view_id from alarm_note n join alarm a on a.id = n.alarm_id
    where ${isWanted(wanted)} and n.alarm_id = ${wanted.parentId ?? null}`,
  receiver: (wanted) => sql`
    select n.id, ${OF_SITE} from receiver n join site s on s.id = n.site_id
    where ${isWanted(wanted)} and ${stands(wanted)}`,
  delivery: (wanted) => sql`
    select n.id, ${OF_SITE} from delivery n join receiver r on r.id = n.receiver_id join site s on s.id = r.site_id
    where ${isWanted(wanted)}`,
  signal: (wanted) => sql`
    select n.id, s.project_id, n.site_id, n.view_id from signal n join site s on s.id = n.site_id
    where ${isWanted(wanted)}`,
  token: (wanted) => sql`
    select n.id, ${NOWHERE} from api_token n where ${isWanted(wanted)} and n.revoked_at is null`,
  user: (wanted) => sql`select n.id, ${NOWHERE} from app_user n where ${isWanted(wanted)}`,
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

/** Where things of a company stand, by id; what the company does not have is not there. One query, however many they are. */
export async function findPlaces(tx: Tx, wanted: Wanted): Promise<ReadonlyMap<string, Place>> {
  const { companyId, kind, ids } = wanted
  if (kind === 'company') return new Map(ids.includes(companyId) ? [[companyId, { at: 'company' }]] : [])
  const { rows } = await FIND[kind](wanted).execute(tx)
  return new Map(rows.map((row) => [row.id, placeOf(row)]))
}

/** Which of these there are in any company, for those who run the installation. */
export async function findAnywhere(tx: Tx, kind: ScopedKind, ids: readonly string[]): Promise<readonly string[]> {
  if (kind !== 'company' && kind !== 'user') throw new Error(`a ${kind} of any company is not provided for`)
  const table = kind === 'company' ? 'company' : 'app_user'
  const rows = await tx.selectFrom(table).select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
