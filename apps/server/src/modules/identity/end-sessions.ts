import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { publishLive } from '../live/index.ts'

/** Whose sessions: all of a user's, all but one, or one alone. */
export type EndedSessions =
  | { userId: string }
  | { userId: string; except: string }
  | { userId: string; sessionId: string }

/**
 * What ends an open session. One that acts for the user runs out instead: its end has to be told to both companies, which not every
 * transaction may write to, so it counts as ended only once `endOverdueImpersonations` has told them.
 */
export const endingAt = (now: Date) => ({
  ended_at: sql<Date | null>`case when impersonator_id is null then ${now}::timestamptz end`,
  expires_at: sql<Date>`case when impersonator_id is null then expires_at else ${now}::timestamptz end`,
})

/**
 * Ends open sessions of a user and, through the live hub of whichever process has them, their streams. All or all but one: logins
 * that wait for a second factor end too.
 * @returns how many were open
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
  // A login that waits for its second factor was begun under what is over now: a password, or having no second factor.
  if (!('sessionId' in which)) await tx.deleteFrom('waiting_login').where('user_id', '=', which.userId).execute()
  for (const { id, company_id: companyId } of ended)
    await publishLive(tx, companyId, { type: 'session.ended', sessionId: id })
  return ended.length
}
