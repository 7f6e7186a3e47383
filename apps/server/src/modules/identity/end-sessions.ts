import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { publishLive } from '../live/index.ts'

/** The sessions to end: all sessions of a user, all except one, or a single one. */
export type EndedSessions =
  | { userId: string }
  | { userId: string; except: string }
  | { userId: string; sessionId: string }

/**
 * The columns that end an open session. An impersonation session is made to expire instead: its end must be recorded for both companies,
 * and not every transaction may write to both. `endOverdueImpersonations` records the end later and sets the time of the end.
 */
export const endingAt = (now: Date) => ({
  ended_at: sql<Date | null>`case when impersonator_id is null then ${now}::timestamptz end`,
  expires_at: sql<Date>`case when impersonator_id is null then expires_at else ${now}::timestamptz end`,
})

/**
 * Ends open sessions of a user and, through the live hub of their process, their streams. Unless a single session is named, logins that
 * wait for a second factor end too.
 * @returns the number of sessions that were open
 */
export async function endSessions(tx: Tx, which: EndedSessions, now: Date): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set(endingAt(now))
    .where('user_id', '=', which.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if('except' in which, (some) => some.where('id', '!=', 'except' in which ? which.except : ''))
    .$if('sessionId' in which, (some) => some.where('id', '=', 'sessionId' in which ? which.sessionId : ''))
    .returning(['id', 'company_id'])
    .execute()
  // A login that waits for its second factor relied on something that no longer holds: a password, or having no second factor.
  if (!('sessionId' in which)) await tx.deleteFrom('waiting_login').where('user_id', '=', which.userId).execute()
  for (const { id, company_id: companyId } of ended)
    await publishLive(tx, companyId, { type: 'session.ended', sessionId: id })
  return ended.length
}
