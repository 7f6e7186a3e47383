import { IMPORT_COLUMNS, type CSV_SEPARATORS, type EXPORT_KEYS } from '@winnow/contract'
import { csvHead, csvLine } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Cells } from './read-line.ts'

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
interface Row extends Record<string, string | boolean | number | null> {
  project_id: string
  site_id: string
  view_id: string
}

type Place = Pick<Row, 'project_id' | 'site_id' | 'view_id'>

const NO_ID = '00000000-0000-0000-0000-000000000000'
const START = { project_id: NO_ID, site_id: NO_ID, view_id: NO_ID }

/**
 * Reads one part of the tree after a given row, in the order of ids. A client without sites and a site without cameras have a separate
 * line. With `ids`, a client, site or camera without a key of another system gets its id as key, and an import finds it by that id.
 */
async function page(tx: Tx, after: Place, { projectId, siteId, keys }: ExportCut): Promise<Row[]> {
  const key = (table: 'p' | 's' | 'v') => {
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
      p.name as client, ${key('p')} as client_key,
      s.name as site, ${key('s')} as site_key, s.timezone as site_timezone,
      v.name as camera, ${key('v')} as camera_key, v.integration, v.thermal, v.active, v.channel,
      v.device_model, v.sensitivity
    from project p
    left join site s on s.project_id = p.id and s.deleted_at is null
    left join view v on v.site_id = s.id and v.deleted_at is null
    where p.deleted_at is null ${inClient} ${inSite} and p.id >= ${after.project_id}::uuid
      and (p.id, coalesce(s.id, ${NO_ID}::uuid), coalesce(v.id, ${NO_ID}::uuid))
        > (${after.project_id}::uuid, ${after.site_id}::uuid, ${after.view_id}::uuid)
    order by 1, 2, 3 limit ${LIMIT}`.execute(tx)
  return rows
}

const textOf = (value: string | boolean | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

const SIGNS = { comma: ',', semicolon: ';' } as const

const lineOfCells = (cells: Cells | Row, separator: ExportCut['separator'] = 'comma'): string =>
  csvLine(
    IMPORT_COLUMNS.map((column) => textOf(cells[column])),
    SIGNS[separator],
  )

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
    yield rows.map((row) => lineOfCells(row, cut.separator)).join('')
    after = last
  }
}

/** A file that users can download as a start for their own import. */
export const TEMPLATE = [
  csvHead(IMPORT_COLUMNS),
  lineOfCells({
    client: 'Harbour Ltd',
    client_key: 'C-100',
    site: 'North quay',
    site_key: 'S-100',
    site_timezone: 'Europe/London',
    camera: 'Gate',
    camera_key: 'V-100',
    integration: 'email',
    thermal: 'false',
    active: 'true',
    channel: '1',
    device_model: 'DS-2CD2143',
    sensitivity: '3',
  }),
  lineOfCells({ client: 'Harbour Ltd', site: 'North quay', camera: 'Yard', thermal: 'true' }),
].join('')
