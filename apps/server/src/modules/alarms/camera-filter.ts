import type { ViewFilter } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { viewFits, type Asker } from '../access/index.ts'
import type { AlarmBody } from './alarm-filter.ts'
import { MAX_NODES } from './select-ids.ts'

/**
 * Replaces the filter of cameras in a request. Few cameras become a list of ids, so that the search goes through each camera's own index.
 * Many cameras become a condition.
 */
export async function withFilter(
  tx: Tx,
  asker: Asker,
  body: AlarmBody & { filters?: ViewFilter | undefined },
): Promise<AlarmBody> {
  const { filters, ...scope } = body
  const isEmpty = Object.values(filters ?? {}).every((flag) => flag === undefined || flag === '')
  if (filters === undefined || isEmpty) return scope
  const { cameras } = scope
  const asked = cameras?.length ? sql`and view.id = any(${[...cameras]}::uuid[])` : sql``
  const fitting: RawBuilder<unknown> = sql`select view.id from view where ${viewFits(asker, filters)} ${asked}`
  const { rows } = await sql<{ id: string }>`${fitting} limit ${MAX_NODES + 1}`.execute(tx)
  if (rows.length > MAX_NODES) return { ...scope, among: sql<SqlBool>`a.view_id in (${fitting})` }
  return { ...scope, cameras: rows.length === 0 ? [NOTHING] : rows.map(({ id }) => id) }
}
