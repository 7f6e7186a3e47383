import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { afterCommit, type Tx } from '../../platform/db/transaction.ts'
import type { WorkWakes } from '../../platform/events/work-wakes.ts'
import { storeConnection } from '../connect/index.ts'
import { MILESTONE_KIND } from './stored-system.ts'

interface Deps {
  keys: KeyRing
  wakes: WorkWakes
  now: Date
}

/**
 * Starts the connection of a company's system, anew if there is one.
 * @param isSame whether the system is the same. Then its events are read on where they were read before
 */
export async function startMilestone(tx: Tx, deps: Deps, companyId: string, isSame: boolean): Promise<void> {
  const { rows } =
    await sql`update connection set version = version + 1, problem = null, problem_setting = null, problem_at = null,
    position = case when ${isSame} then position end where company_id = ${companyId} and kind = ${MILESTONE_KIND} returning id`.execute(
      tx,
    )
  if (rows.length > 0) return afterCommit(tx, () => deps.wakes.wake('connect'))
  await storeConnection(tx, deps, { companyId, siteId: null, viewId: null, kind: MILESTONE_KIND, settings: {} })
}

export const endMilestone = (tx: Tx, companyId: string): Promise<unknown> =>
  sql`delete from connection where company_id = ${companyId} and kind = ${MILESTONE_KIND}`.execute(tx)
