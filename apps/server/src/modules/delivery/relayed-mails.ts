import type { Verdict } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

/** Which mails of the camera a receiver relays; null if it relays none. */
export const relayedMails = sql<'first' | 'each' | null>`
  case when receiver.kind = 'relay' then coalesce(config ->> 'mails', 'first') end`

/** The mails that belong to alarms, the earliest first, without repeats. */
export async function listMails(tx: Tx, alarmIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; alarm_id: string }>`
    select id, alarm_id from signal
    where alarm_id = any(${alarmIds}::uuid[]) and source = 'smtp' and duplicate_of is null order by received_at, id`.execute(
    tx,
  )
  return new Map(
    [...Map.groupBy(rows, ({ alarm_id }) => alarm_id)].map(([alarmId, mails]) => [alarmId, mails.map(({ id }) => id)]),
  )
}

/**
 * The mails that go with a message about a verdict. What the receiver got as filtered goes once more when it was none: the first time it was
 * told to pass it over.
 */
export function mailsToRelay(
  mails: readonly string[],
  which: 'first' | 'each',
  before: { verdict: Verdict; mails: ReadonlySet<string> } | undefined,
): string[] {
  const wanted = which === 'first' ? mails.slice(0, 1) : mails
  if (before?.verdict === 'false') return [...wanted]
  // The first mail stands for the alarm. Where there was none, a later one is not its beginning.
  if (which === 'first' && before) return []
  return wanted.filter((id) => !before?.mails.has(id))
}

/**
 * Plans the relay of a mail that joined an alarm after its receivers were told of it, for those that want each mail of a burst. The alarm
 * must be locked, and have got a new version with the mail.
 * @returns whether something is to be sent
 */
export async function planLateMail(
  tx: Tx,
  { alarmId, signalId }: { alarmId: string; signalId: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ receiver_id: string; company_id: string; version: number; verdict: string }>`
    select r.id as receiver_id, r.company_id, a.version, a.verdict
    from alarm a join receiver r on r.site_id = a.site_id
    where a.id = ${alarmId} and a.verdict is not null and r.kind = 'relay' and r.config ->> 'mails' = 'each'
      and r.active and r.deleted_at is null
      and (a.verdict <> 'false' or (r.config -> 'filtered' = 'true' and r.config ->> 'digestMinutes' is null))
      and exists (select from delivery d where d.receiver_id = r.id and d.alarm_id = a.id)
      and not exists (
        select from delivery d where d.receiver_id = r.id and d.alarm_id = a.id and ${signalId} = any(d.mails))`.execute(
    tx,
  )
  if (rows.length === 0) return false
  await tx
    .insertInto('delivery')
    .values(
      rows.map(({ version, verdict, ...row }) => ({
        ...row,
        id: newId(),
        alarm_id: alarmId,
        alarm_version: version,
        type: 'alarm.created',
        verdict,
        mails: [signalId],
        next_at: now,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}
