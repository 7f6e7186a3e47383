import type { Deadline } from '@winnow/domain'
import type { ParsedSignal } from '@winnow/intake'
import { LIMITS } from '@winnow/vision'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { publishLive } from '../live/index.ts'
import type { ClaimedSignal } from './claim-signal.ts'
import type { IntakeView } from './intake-view.ts'
import { isSignalUnfiltered, ruleTimesOf, standingOf } from './signal-standing.ts'
import type { StoredPart } from './store-media.ts'

/** An alarm that is to be opened. */
export interface NewAlarm {
  id: string
  view: IntakeView
  /** The signal that opens it. */
  signal: ClaimedSignal
  parsed: ParsedSignal
  lastSignalAt: Date
  /** The number of its messages that were read: 0 if it is opened at the deadline for an unread message. */
  readSignals: 0 | 1
}

/** The time for which alarms may wait, and the clock by which it is counted. */
interface DeadlineDeps {
  clock: Clock
  deadline: Deadline
}

/** The time by which the alarm of a message must be passed on. */
export const deadlineOf = (signal: ClaimedSignal, { clock, deadline }: DeadlineDeps): Date =>
  deadline.of(signal.received_at, clock.now())

/** Longer than the burst window of any camera. */
const LONGEST_WINDOW_MS = 600_000

/** The latest time of an alarm that a message can join. An alarm with a later time was received before the clock was set back. */
export const notAfter = (receivedAt: Date): Date => new Date(receivedAt.getTime() + LONGEST_WINDOW_MS)

/** Opens an alarm for its first signal. */
export async function openAlarm(
  tx: Tx,
  view: IntakeView,
  signal: ClaimedSignal,
  parsed: ParsedSignal,
  deps: DeadlineDeps,
): Promise<string> {
  const id = newId(signal.received_at.getTime())
  await openAlarms(tx, [{ id, view, signal, parsed, lastSignalAt: signal.received_at, readSignals: 1 }], deps)
  return id
}

/** Opens any number of alarms with one statement. */
export async function openAlarms(tx: Tx, alarms: readonly NewAlarm[], deps: DeadlineDeps): Promise<void> {
  if (alarms.length === 0) return
  await tx
    .insertInto('alarm')
    .values(
      alarms.map(({ id, view, signal, parsed, lastSignalAt, readSignals }) => ({
        id,
        company_id: view.companyId,
        project_id: view.projectId,
        site_id: view.siteId,
        view_id: view.id,
        received_at: signal.received_at,
        last_signal_at: lastSignalAt,
        source: signal.source,
        ...wordsOf(parsed),
        deadline_at: deadlineOf(signal, deps),
        masks: JSON.stringify(view.masks),
        is_test: signal.is_test,
        signal_count: readSignals,
        outside: standingOf(signal)?.reason ?? null,
        outside_until: standingOf(signal)?.until ?? null,
        rule_times: jsonOrNull(ruleTimesOf(signal)),
        unfiltered: isSignalUnfiltered(signal) ? 'product-taken' : null,
      })),
    )
    .execute()
}

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** Writes the texts of an alarm's first message, if that message was read only after the alarm had been opened. */
export async function describeAlarm(
  tx: Tx,
  alarmId: string,
  signal: ClaimedSignal,
  parsed: ParsedSignal,
): Promise<void> {
  await tx
    .updateTable('alarm')
    .set(wordsOf(parsed))
    .where('id', '=', alarmId)
    .where('received_at', '=', signal.received_at)
    .execute()
}

/** The texts that an alarm takes from its first message. */
const wordsOf = (parsed: ParsedSignal) => ({
  device_time: parsed.deviceTime,
  vendor: parsed.vendor,
  event: parsed.event?.slice(0, 200) ?? null,
  event_type: parsed.eventType,
  problems: JSON.stringify(parsed.problems),
})

/** Sends to the live streams that an alarm was opened or got more pictures. */
export async function announceIntake(
  tx: Tx,
  view: IntakeView,
  alarmId: string,
  { isNew, isTest }: { isNew: boolean; isTest: boolean },
): Promise<void> {
  const { version } = await tx.selectFrom('alarm').select('version').where('id', '=', alarmId).executeTakeFirstOrThrow()
  await publishLive(tx, view.companyId, {
    type: isNew ? 'alarm.created' : 'alarm.changed',
    id: alarmId,
    viewId: view.id,
    siteId: view.siteId,
    projectId: view.projectId,
    version,
    isTest,
  })
}

/** Limit on pictures and clips per alarm, all of which are analysed. Further pictures of the burst open another alarm. */
export const MAX_FILES = LIMITS.frames

/** The number and total size of the files that were sent for an alarm. Frames cut from clips do not count. */
async function measureFiles(tx: Tx, alarmId: string): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await tx
    .selectFrom('frame')
    .select((eb) => [eb.fn.countAll<string>().as('files'), eb.fn.sum<string | null>('original_bytes').as('bytes')])
    .where('alarm_id', '=', alarmId)
    .where('kind', '<>', 'clip-frame')
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes) }
}

/** Whether the pictures of one more signal fit into an alarm. If not, they need another alarm, because an analysis would omit them. */
export async function hasRoomFor(
  tx: Tx,
  alarmId: string,
  parts: readonly Pick<StoredPart, 'bytes'>[],
): Promise<boolean> {
  if (parts.length === 0) return true
  const { files, bytes } = await measureFiles(tx, alarmId)
  const more = parts.reduce((sum, part) => sum + part.bytes, 0)
  return files + parts.length <= MAX_FILES && bytes + more <= LIMITS.totalBytes
}

/** The most that the database holds as an offset: 24 days. */
const MOST_MS = 2 ** 31 - 1

/** Milliseconds from the receipt of an alarm to that of one of its messages. Never negative, also when the clock was set back. */
async function sinceReceipt(tx: Tx, alarmId: string, signal: Pick<ClaimedSignal, 'received_at'>): Promise<number> {
  const alarm = await tx.selectFrom('alarm').select('received_at').where('id', '=', alarmId).executeTakeFirstOrThrow()
  return Math.max(0, signal.received_at.getTime() - alarm.received_at.getTime())
}

/**
 * Adds the pictures of a signal to its alarm, after the existing ones. Their times count from the receipt of the alarm, so that those of all its
 * messages stand on one time line.
 */
export async function addFrames(
  tx: Tx,
  alarm: { id: string; companyId: string },
  signal: Pick<ClaimedSignal, 'id' | 'received_at'>,
  parts: readonly StoredPart[],
): Promise<void> {
  if (parts.length === 0) return
  const { files: next } = await measureFiles(tx, alarm.id)
  const since = parts.some(({ offsetMs }) => offsetMs !== null) ? await sinceReceipt(tx, alarm.id, signal) : 0
  const rows = parts.map((part, index) => ({
    alarm_id: alarm.id,
    position: next + index,
    company_id: alarm.companyId,
    signal_id: signal.id,
    media_id: part.mediaId,
    kind: part.kind,
    original_key: part.key,
    original_type: part.type,
    original_bytes: part.bytes,
    // A picture that must be converted is shown once the analysis has done so.
    display_key: part.kind === 'still' && part.displayable ? part.key : null,
    judged: true,
    offset_ms: part.offsetMs === null ? null : Math.min(part.offsetMs + since, MOST_MS),
  }))
  await tx.insertInto('frame').values(rows).execute()
  await tx
    .updateTable('alarm')
    .set((eb) => ({ frame_count: eb('frame_count', '+', rows.length) }))
    .where('id', '=', alarm.id)
    .execute()
}
