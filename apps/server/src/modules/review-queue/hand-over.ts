import type { BodyOf, handOverReview } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { putAside, release } from './claims.ts'
import { colleagues, maySee } from './review-state.ts'
import type { Asker, Candidate } from './waiting.ts'

/** For this time only the named colleague gets the alarm. Then everybody does, so that it does not wait for somebody who has left. */
const RESERVED_MS = 300_000

/** Finds a colleague with an open queue. @throws AppError NOT_FOUND if there is none, CONFLICT if they may not see the alarm */
async function findColleague(tx: Tx, asker: Asker, userId: string, alarm: Candidate): Promise<string> {
  const { rows } = await sql<{ name: string; may_see: boolean }>`select u.name, ${maySee(alarm)} as may_see
    from ${colleagues(asker)} and seat.user_id = ${userId}`.execute(tx)
  const [found] = rows
  if (!found) throw notFound()
  if (!found.may_see) throw new AppError('CONFLICT', 'This colleague may not see the alarm')
  return found.name
}

/** Gives the caller's alarm away. Returns the name of the colleague, or null if it went back to the queue. */
export async function giveAway(
  tx: Tx,
  asker: Asker,
  {
    alarm,
    byName,
    to,
    note,
  }: { alarm: Candidate; byName: string } & Pick<BodyOf<typeof handOverReview>, 'to' | 'note'>,
): Promise<string | null> {
  const name = to === null ? null : await findColleague(tx, asker, to, alarm)
  const facts = {
    by_name: byName,
    to_user: to,
    note: note ?? null,
    at: asker.now,
    reserved_until: to === null ? null : new Date(asker.now.getTime() + RESERVED_MS),
  }
  await tx
    .insertInto('review_handover')
    .values({ alarm_id: alarm.id, company_id: asker.companyId, ...facts })
    .onConflict((conflict) => conflict.column('alarm_id').doUpdateSet(facts))
    .execute()
  await release(tx, asker.userId)
  await putAside(tx, asker, alarm.id)
  return name
}
