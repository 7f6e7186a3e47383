import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { OnTampering } from './on-tampering.ts'

/** Types of events by which devices tell of tampering. A camera that was covered or cut off may lose its picture. */
export const TAMPERING = ['tamper', 'videoloss'] as const
type Reported = (typeof TAMPERING)[number]

export const isReport = (eventType: string): eventType is Reported => TAMPERING.some((each) => each === eventType)

/**
 * Milliseconds after which a report of a device counts as over where nothing more was heard of it: many devices never say that it is. The
 * next report then begins another one.
 */
export const REPORT_LASTS_MS = 3_600_000

/** What a device reported of a camera. */
interface Report {
  companyId: string
  viewId: string
  /** The alarm that the message opened or joined; null if none. */
  alarmId: string | null
  eventType: string
  kind: 'alarm' | 'stop'
  at: Date
}

/** Ends what was reported too long ago. Nobody is told: nothing says that it is over. */
const endOld = (tx: Tx, viewId: string, at: Date) =>
  sql`
  update tampering_event set ended_at = ${at} where view_id = ${viewId} and ended_at is null and shown_at is null
    and reported_at <= ${new Date(at.getTime() - REPORT_LASTS_MS)}`.execute(tx)

/** Begins a tampering, or prolongs the one that the camera has. @returns its id if it began */
async function begin(tx: Tx, report: Report & { eventType: Reported; alarmId: string }): Promise<string | undefined> {
  const { companyId, viewId, alarmId, eventType, at } = report
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into tampering_event (id, company_id, view_id, alarm_id, reported, reported_at, started_at)
    values (${newId(at.getTime())}, ${companyId}, ${viewId}, ${alarmId}, ${eventType}, ${at}, ${at})
    on conflict (view_id) where ended_at is null do update set reported = excluded.reported,
      reported_at = greatest(tampering_event.reported_at, excluded.reported_at)
    returning id, xmax = 0 as is_new`.execute(tx)
  return rows[0]?.is_new ? rows[0].id : undefined
}

/** The device says that what it reported is over. What the pictures show stays. @returns the id of a tampering that ended with it */
async function end(tx: Tx, { viewId, eventType, at }: Report): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; is_over: boolean }>`
    update tampering_event set ended_at = case when shown_at is null then ${at}::timestamptz end,
      reported = case when shown_at is null then reported end, reported_at = case when shown_at is null then reported_at end
    where view_id = ${viewId} and ended_at is null and reported = ${eventType} and reported_at <= ${at}
    returning id, ended_at is not null as is_over`.execute(tx)
  return rows[0]?.is_over ? rows[0].id : undefined
}

/**
 * Stores what a device reported, if that is tampering or its end. Each camera has one tampering at a time: reports that follow belong to it
 * until the device says that it is over, or an hour passes without one.
 */
export async function reportTampering(tx: Tx, report: Report, onTampering: OnTampering, now: Date): Promise<void> {
  const { eventType, kind, alarmId, viewId, at } = report
  if (!isReport(eventType)) return
  if (kind === 'stop') {
    const id = await end(tx, report)
    if (id !== undefined) await onTampering(tx, { id, viewId, isOver: true }, now)
    return
  }
  if (alarmId === null) return
  await endOld(tx, viewId, at)
  const id = await begin(tx, { ...report, eventType, alarmId })
  if (id !== undefined) await onTampering(tx, { id, viewId, isOver: false }, now)
}
