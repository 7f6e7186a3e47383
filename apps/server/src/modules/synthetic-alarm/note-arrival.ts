import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { Arrival } from './sink.ts'

/** How much earlier than its sending an alarm of the run can seem to be received, in ms: the clocks of two processes differ a little. */
const CLOCKS_APART_MS = 1_000

/**
 * Notes that the alarm of the last run has arrived. One that was passed on unverified has not: it went past the analysis.
 * @returns when it was sent; undefined for an alarm that does not count, as a late one of an earlier run
 */
export async function noteArrival(db: Db, arrival: Arrival, now: Date): Promise<Date | undefined> {
  if (arrival.verdict === 'unverified') return undefined
  return inSystem(db, async (tx) => {
    const row = await tx
      .updateTable('synthetic_alarm')
      .set({ arrived_at: now, missing_since: null, refusal: null })
      .where('sink_token', '=', arrival.token)
      .where('arrived_at', 'is', null)
      .where('sent_at', '<=', new Date(arrival.receivedAt.getTime() + CLOCKS_APART_MS))
      .returning('sent_at')
      .executeTakeFirst()
    return row?.sent_at ?? undefined
  })
}

/** Whether the receiver of synthetic alarms has this token. */
export async function isSinkToken(db: Db, token: string): Promise<boolean> {
  const row = await inSystem(db, (tx) =>
    tx.selectFrom('synthetic_alarm').select('company_id').where('sink_token', '=', token).executeTakeFirst(),
  )
  return row !== undefined
}
