import { IMPORT_COLUMNS, type CSV_SEPARATORS, type EXPORT_KEYS, type ImportColumn } from '@winnow/contract'
import { csvHead, csvLine } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { COLUMNS, written, type Value } from './columns.ts'

/** The number of rows that are read in one transaction, so that each transaction is short. */
const LIMIT = 2_000

/** What an export contains: all of the company, or one client or site. */
export interface ExportCut {
  projectId?: string | undefined
  siteId?: string | undefined
  separator: (typeof CSV_SEPARATORS)[number]
  keys: (typeof EXPORT_KEYS)[number]
}

type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
interface Row extends Record<string, Value> {
  project_id: string
  site_id: string
  view_id: string
}

type Place = Pick<Row, 'project_id' | 'site_id' | 'view_id'>

/** The names of the tables in the query. */
const ALIASES = { client: 'p', site: 's', camera: 'v' } as const

const NO_ID = '00000000-0000-0000-0000-000000000000'
const START = { project_id: NO_ID, site_id: NO_ID, view_id: NO_ID }

/**
 * Reads one part of the tree after a given row, in the order of ids. A client without sites and a site without cameras have a separate
 * line. With `ids`, a client, site or camera without a key of another system gets its id as key, and an import finds it by that id.
 */
async function page(tx: Tx, after: Place, { projectId, siteId, keys }: ExportCut): Promise<Row[]> {
  const cellOf = (name: ImportColumn) => {
    const column = COLUMNS[name]
    const table = ALIASES[column.of]
    if (column.is === 'name') return sql.ref(`${table}.name`)
    if (column.is === 'value') return sql.ref(`${table}.${column.stored}`)
    const [own, id] = [sql.ref(`${table}.external_key`), sql.ref(`${table}.id`)]
    return keys === 'own' ? own : sql`coalesce(${own}, ${id}::text)`
  }
  const inClient = projectId === undefined ? sql`` : sql`and p.id = ${projectId}::uuid`
  const inSite =
    siteId === undefined
      ? sql``
      : sql`and s.id = ${siteId}::uuid and p.id = (select project_id from site where id = ${siteId}::uuid)`
  const { rows } = await sql<Row>`
    select p.id as project_id, coalesce(s.id, ${NO_ID}) as site_id, coalesce(v.id, ${NO_ID}) as view_id,
      ${sql.join(IMPORT_COLUMNS.map((name) => sql`${cellOf(name)} as ${sql.ref(name)}`))}
    from project p
    left join site s on s.project_id = p.id and s.deleted_at is null
    left join view v on v.site_id = s.id and v.deleted_at is null
    where p.deleted_at is null ${inClient} ${inSite} and p.id >= ${after.project_id}::uuid
      and (p.id, coalesce(s.id, ${NO_ID}::uuid), coalesce(v.id, ${NO_ID}::uuid))
        > (${after.project_id}::uuid, ${after.site_id}::uuid, ${after.view_id}::uuid)
    order by 1, 2, 3 limit ${LIMIT}`.execute(tx)
  return rows
}

const SIGNS = { comma: ',', semicolon: ';' } as const

/** A line of the file. A client without sites, or a site without cameras, has no values of them. */
function lineOfRow(row: Row, separator: ExportCut['separator']): string {
  const has = { client: true, site: row.site_id !== NO_ID, camera: row.view_id !== NO_ID }
  const cells = IMPORT_COLUMNS.map((name) => {
    const column = COLUMNS[name]
    if (!has[column.of]) return ''
    return column.is === 'value' ? column.form.write(row[name]) : written(row[name])
  })
  return csvLine(cells, SIGNS[separator])
}

/** Yields all lines of an export. The next part is read in a new transaction after the reader has received the part before. */
export async function* exportLines(read: Read, cut: ExportCut): AsyncGenerator<string> {
  yield csvHead(IMPORT_COLUMNS, SIGNS[cut.separator])
  let after: Place = START
  for (;;) {
    const from = after
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const rows = await read((tx) => page(tx, from, cut))
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => lineOfRow(row, cut.separator)).join('')
    after = last
  }
}

const EXAMPLES = Math.max(...IMPORT_COLUMNS.map((name) => COLUMNS[name].examples?.length ?? 0))

/** A file that users can download as a start for their own import. */
export const TEMPLATE = [
  csvHead(IMPORT_COLUMNS),
  ...Array.from({ length: EXAMPLES }, (_, at) =>
    csvLine(IMPORT_COLUMNS.map((name) => COLUMNS[name].examples?.[at] ?? '')),
  ),
].join('')
