import type { TamperKind } from '@winnow/vision'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { OnTampering } from './on-tampering.ts'
import { provenKinds, type Standing } from './watched-kinds.ts'

/** What the pictures of an alarm say of the camera itself. */
interface Seen {
  companyId: string
  viewId: string
  alarmId: string
  /** When the alarm was received. */
  at: Date
  standing: Standing
  /** What the camera is watched for. */
  watched: readonly TamperKind[]
}

async function begin(
  tx: Tx,
  { companyId, viewId, alarmId, at }: Seen,
  kinds: TamperKind[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into tampering_event (id, company_id, view_id, alarm_id, kinds, shown_at, started_at)
    values (${newId(at.getTime())}, ${companyId}, ${viewId}, ${alarmId}, ${kinds}::text[], ${at}, ${at})
    on conflict (view_id) where ended_at is null do update set shown_at = greatest(tampering_event.shown_at, excluded.shown_at),
      kinds = array(select distinct kind from unnest(tampering_event.kinds || excluded.kinds) as kind order by kind)
    returning id, xmax = 0 as is_new`.execute(tx)
  return rows[0]?.is_new ? rows[0].id : undefined
}

/**
 * Ends what the pictures showed and do not show any more. What a device alone reported stays: that the pictures look usual does not prove
 * it wrong.
 */
async function end(tx: Tx, { viewId, at }: Seen, stands: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update tampering_event set ended_at = ${at}
    where view_id = ${viewId} and ended_at is null and shown_at < ${at} and not kinds && ${[...stands]}::text[]
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Stores what the pictures of a camera show of tampering, or that they show its usual view again, in the transaction of the verdict. */
export async function seeTampering(tx: Tx, seen: Seen, onTampering: OnTampering, now: Date): Promise<void> {
  const { viewId, standing, watched } = seen
  if (watched.length === 0) return
  const kinds = provenKinds(standing, watched)
  const isOver = kinds.length === 0
  const id = isOver ? await end(tx, seen, Object.keys(standing)) : await begin(tx, seen, kinds)
  if (id !== undefined) await onTampering(tx, { id, viewId, isOver }, now)
}
