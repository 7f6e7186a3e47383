import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { WorkWakes } from '../../platform/events/work-wakes.ts'
import { storeConnection } from '../connect/index.ts'
import { NX_LOG_KIND } from './stored-servers.ts'

/**
 * Keeps one connection for the log of each configured system. That of a system which stays keeps its position and starts anew, since its
 * servers may be others now.
 */
export async function keepLogConnections(
  tx: Tx,
  deps: { keys: KeyRing; wakes: WorkWakes; now: Date },
  companyId: string,
  systemIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(systemIds)]
  await sql`delete from connection where company_id = ${companyId} and kind = ${NX_LOG_KIND}
    and not (settings->>'systemId' = any(${wanted}::text[]))`.execute(tx)
  const { rows } = await sql<{
    systemId: string
  }>`update connection set version = version + 1, problem = null, problem_setting = null,
    problem_at = null where company_id = ${companyId} and kind = ${NX_LOG_KIND} returning settings->>'systemId' as "systemId"`.execute(
    tx,
  )
  const known = new Set(rows.map(({ systemId }) => systemId))
  for (const systemId of wanted.filter((id) => !known.has(id)))
    // oxlint-disable-next-line no-await-in-loop -- a transaction runs one statement at a time
    await storeConnection(tx, deps, {
      companyId,
      siteId: null,
      viewId: null,
      kind: NX_LOG_KIND,
      settings: { systemId },
    })
}
