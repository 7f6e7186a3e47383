import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { claimEnd, findNext, findReserved, isInForce, isOpen, PASSED, type Asker, type Candidate } from './waiting.ts'

/** After this time an alarm that was put aside is handed to the same operator again. */
const SKIP_MS = 300_000
/** How often a claim is tried anew, after another operator was faster. A try fails only if that happens within the same milliseconds. */
const TRIES = 10

export interface Place {
  id: string
  projectId: string
  siteId: string
  viewId: string
}

interface ClaimRow {
  alarm_id: string
  project_id: string
  site_id: string
  view_id: string
}

export const placeOf = (row: Omit<ClaimRow, 'alarm_id'> & { id: string }): Place => ({
  id: row.id,
  projectId: row.project_id,
  siteId: row.site_id,
  viewId: row.view_id,
})

export interface HeldClaim extends Candidate {
  claimed_at: Date
}

/** The alarm that the caller holds, if its claim is in force and it still waits for a label. */
export async function findHeld(tx: Tx, asker: Asker): Promise<HeldClaim | undefined> {
  const open = sql.join(
    PASSED.map((verdict) => isOpen(asker, verdict)),
    sql` or `,
  )
  const { rows } =
    await sql<HeldClaim>`select a.id, a.verdict, a.received_at, a.project_id, a.site_id, a.view_id, c.claimed_at
    from review_claim c join alarm a on a.id = c.alarm_id
    where c.user_id = ${asker.userId} and c.company_id = ${asker.companyId} and c.state = 'held' and ${isInForce(asker.now)} and (${open})
    order by c.claimed_at limit 1`.execute(tx)
  return rows[0]
}

/** Extends a claim of the caller that is in force, or takes up one that has run out and that nobody has taken since. */
export async function extend(tx: Tx, asker: Asker, sessionId: string, alarmId: string): Promise<boolean> {
  const open = sql.join(
    PASSED.map((verdict) => isOpen(asker, verdict)),
    sql` or `,
  )
  const { rows } = await sql<{ alarm_id: string }>`update review_claim c
    set until = ${claimEnd(asker.now)}, session_id = ${sessionId}
    from alarm a where a.id = c.alarm_id and c.alarm_id = ${alarmId} and c.user_id = ${asker.userId} and c.state = 'held' and (${open})
    returning c.alarm_id`.execute(tx)
  return rows.length > 0
}

/** Ends the claims of a user that were held, and returns where their alarms are. */
export async function release(tx: Tx, userId: string): Promise<Place[]> {
  const rows = await tx
    .deleteFrom('review_claim')
    .where('user_id', '=', userId)
    .where('state', '=', 'held')
    .returning(['alarm_id as id', 'project_id', 'site_id', 'view_id'])
    .execute()
  return rows.map(placeOf)
}

/** Marks the caller's claim as labelled. It stays for a minute, so that nobody gets the alarm before its label has arrived. */
export async function finish(tx: Tx, asker: Asker, alarmId: string): Promise<void> {
  await tx
    .updateTable('review_claim')
    .set({ state: 'done', until: claimEnd(asker.now) })
    .where('alarm_id', '=', alarmId)
    .where('user_id', '=', asker.userId)
    .execute()
}

/** Puts the caller's alarm aside: others get it at once, also if it was reserved for the caller; the caller gets it after five minutes. */
export async function putAside(tx: Tx, asker: Asker, alarmId: string): Promise<void> {
  await tx
    .updateTable('review_handover')
    .set({ reserved_until: null })
    .where('alarm_id', '=', alarmId)
    .where('to_user', '=', asker.userId)
    .execute()
  const until = new Date(asker.now.getTime() + SKIP_MS)
  await tx
    .insertInto('review_skip')
    .values({ user_id: asker.userId, alarm_id: alarmId, company_id: asker.companyId, until })
    .onConflict((conflict) => conflict.columns(['user_id', 'alarm_id']).doUpdateSet({ until }))
    .execute()
}

/**
 * Writes a claim. It replaces one that is no longer in force. False if another operator has claimed the alarm since it was found: the
 * candidate was read from a state of the database in which that claim did not exist yet.
 */
async function write(tx: Tx, asker: Asker, sessionId: string, { id, ...found }: Candidate): Promise<boolean> {
  const { rows } = await sql<{ alarm_id: string }>`
    insert into review_claim as c (alarm_id, company_id, project_id, site_id, view_id, user_id, session_id, state, claimed_at, until)
    values (${id}, ${asker.companyId}, ${found.project_id}, ${found.site_id}, ${found.view_id}, ${asker.userId}, ${sessionId}, 'held',
      ${asker.now}, ${claimEnd(asker.now)})
    on conflict (alarm_id) do update set user_id = excluded.user_id, session_id = excluded.session_id, state = 'held',
      claimed_at = excluded.claimed_at, until = excluded.until
    where not ${isInForce(asker.now)}
    returning c.alarm_id`.execute(tx)
  return rows.length > 0
}

/**
 * Claims an alarm for the caller: first what a colleague has handed over, then what is due first. Operators who ask at the same time do
 * not wait for each other: each passes over the rows that another one has locked.
 */
export async function claimNext(
  tx: Tx,
  asker: Asker,
  sessionId: string,
  withSkipped: boolean,
): Promise<Candidate | undefined> {
  for (let tried = 0; tried < TRIES; tried++) {
    // oxlint-disable-next-line no-await-in-loop -- the next try sees what has changed since this one
    const found =
      (await findReserved(tx, asker)) ?? (await findNext(tx, asker, { withSkipped, limit: 1, lock: true }))[0]
    if (!found) return undefined
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (await write(tx, asker, sessionId, found)) return found
  }
  throw new AppError('UNAVAILABLE', 'Many operators are asking for alarms; try again in a moment', { retryAfter: 1 })
}
