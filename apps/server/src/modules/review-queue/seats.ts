import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { claimEnd } from './waiting.ts'

export interface Sitting {
  companyId: string
  userId: string
  sessionId: string
  tab: string
  now: Date
  /** Also if the user works in another tab. */
  takeOver: boolean
}

/**
 * Takes or keeps the caller's seat, and locks it, so that two tabs of one user do not claim two alarms at once. False if the user works in
 * another tab.
 */
export async function sit(tx: Tx, { companyId, userId, sessionId, tab, now, takeOver }: Sitting): Promise<boolean> {
  const until = claimEnd(now)
  const { rows } = await sql<{ tab: string }>`
    insert into review_seat as seat (user_id, company_id, session_id, tab, entered_at, seen_until)
    values (${userId}, ${companyId}, ${sessionId}, ${tab}, ${now}, ${until})
    on conflict (user_id) do update set company_id = excluded.company_id, session_id = excluded.session_id, tab = excluded.tab,
      seen_until = excluded.seen_until, entered_at = case when seat.tab = excluded.tab then seat.entered_at else excluded.entered_at end
    where seat.tab = excluded.tab or ${takeOver} or seat.seen_until <= ${now} or seat.seen_until > ${furthestAhead(until, 0)}
      or exists (select from session s where s.id = seat.session_id and s.ended_at is not null)
    returning seat.tab`.execute(tx)
  return rows.length > 0
}

/** Frees the seat of a tab. False if the user works in another tab. */
export async function stand(tx: Tx, userId: string, tab: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('review_seat')
    .where('user_id', '=', userId)
    .where('tab', '=', tab)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
