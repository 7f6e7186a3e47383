import type { Tx } from '../../platform/db/transaction.ts'

/** @returns undefined if it was deleted */
export function findTampering(tx: Tx, id: string) {
  return tx
    .selectFrom('tampering_event')
    .select(['alarm_id as alarmId', 'reported', 'kinds', 'started_at as startedAt', 'ended_at as endedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}
