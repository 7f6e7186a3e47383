import { IMPORT_COLUMNS } from '@winnow/contract'
import { csvHead, csvLine } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Cells } from './read-line.ts'

/** The number of rows that are read in one transaction, so that each transaction is short. */
const LIMIT = 2_000

type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
interface Row extends Record<string, string | boolean | number | null> {
  project_id: string
  site_id: string
  view_id: string
}

const NO_ID = '00000000-0000-0000-0000-000000000000'
const START = { project_id: NO_ID, site_id: NO_ID, view_id: NO_ID }

/**
 * Reads one part of the tree after a given row, in the order of ids. A client without sites and a site without cameras have a separate
 * line. A client, site or camera without a key of another system gets its id as key, and an import finds it by that id.
 */
async function page(tx: Tx, after: Pick<Row, 'project_id' | 'site_id' | 'view_id'>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id as project_id, coalesce(s.id, ${NO_ID}) as site_id, coalesce(v.id, ${NO_ID}) as view_id,
      p.name as client, coalesce(p.external_key, p.id::text) as client_key,
      s.name as site, coalesce(s.external_key, s.id::text) as site_key, s.timezone as site_timezone,
      v.name as camera, coalesce(v.external_key, v.id::text) as camera_key, v.integration, v.thermal, v.active, v.channel,
      v.device_model, v.sensitivity
    from project p
    left join site s on s.project_id = p.id and s.deleted_at is null
    left join view v on v.site_id = s.id and v.deleted_at is null
    where p.deleted_at is null and p.id >= ${after.project_id}::uuid
      and (p.id, coalesce(s.id, ${NO_ID}::uuid), coalesce(v.id, ${NO_ID}::uuid))
        > (${after.project_id}::uuid, ${after.site_id}::uuid, ${after.view_id}::uuid)
    order by 1, 2, 3 limit ${LIMIT}`.execute(tx)
  return rows
}

const textOf = (value: string | boolean | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

const lineOfCells = (cells: Cells | Row): string => csvLine(IMPORT_COLUMNS.map((column) => textOf(cells[column])))

/** Yields all lines of an export. The next part is read in a new transaction after the reader has received the part before. */
export async function* exportLines(read: Read): AsyncGenerator<string> {
  yield csvHead(IMPORT_COLUMNS)
  let after: Pick<Row, 'project_id' | 'site_id' | 'view_id'> = START
  for (;;) {
    const from = after
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const rows = await read((tx) => page(tx, from))
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(lineOfCells).join('')
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
