import type { ParsedSignal } from '@winnow/intake'
import { LIMITS } from '@winnow/vision'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { countReceived } from '../alarms/index.ts'
import { publishLive } from '../live/index.ts'
import type { ClaimedSignal } from './claim-signal.ts'
import type { IntakeView } from './intake-view.ts'
import type { StoredPart } from './store-media.ts'

/** An alarm that is to be opened. */
export interface NewAlarm {
  id: string
  view: IntakeView
  /** The signal that begins it. */
  signal: ClaimedSignal
  parsed: ParsedSignal
  lastSignalAt: Date
  /** How many messages it was read of: none where the deadline opens it for one that could not be read yet. */
  readSignals: 0 | 1
}

/** From receipt to the moment an alarm goes out even without an answer, by the clock of all processes. */
interface DeadlineDeps {
  clock: Clock
  deadlineSeconds: number
}

/** Until when a message is to be answered. One from the future was received before the clock was set back. */
export function deadlineOf({ received_at: receivedAt }: ClaimedSignal, { clock, deadlineSeconds }: DeadlineDeps): Date {
  return new Date(Math.min(receivedAt.getTime(), clock.now().getTime()) + deadlineSeconds * 1000)
}

/** Longer than any camera joins messages for. */
const LONGEST_WINDOW_MS = 600_000

/** The camera's latest alarm, which a message may belong to, is looked for up to then: one from the future was received before the clock was set back. */
export const notAfter = (receivedAt: Date): Date => new Date(receivedAt.getTime() + LONGEST_WINDOW_MS)

/** Opens the alarm that a signal begins. */
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

/** Opens alarms, however many in the same two statements. */
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
      })),
    )
    .execute()
  await countReceived(
    tx,
    alarms
      .filter(({ signal }) => !signal.is_test)
      .map(({ view, signal }) => ({ companyId: view.companyId, siteId: view.siteId, receivedAt: signal.received_at })),
  )
}

/** Writes to an alarm what the message that began it says, when that was read only after the alarm had been opened. */
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

/** What an alarm shows of the message that opened it. */
const wordsOf = (parsed: ParsedSignal) => ({
  device_time: parsed.deviceTime,
  vendor: parsed.vendor,
  event: parsed.event?.slice(0, 200) ?? null,
  event_type: parsed.eventType,
  problems: JSON.stringify(parsed.problems),
})

/** Tells the live streams of an alarm that was opened or that got more pictures. */
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

/** Pictures and clips of one alarm at most, all of which are looked at; a burst that goes on begins another alarm. */
const MAX_FILES = LIMITS.frames

/** How many pictures and clips were sent for an alarm, and their bytes. Frames cut from clips are ours and have positions of their own. */
async function measureFiles(tx: Tx, alarmId: string): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await tx
    .selectFrom('frame')
    .select((eb) => [eb.fn.countAll<string>().as('files'), eb.fn.sum<string | null>('original_bytes').as('bytes')])
    .where('alarm_id', '=', alarmId)
    .where('kind', '<>', 'clip-frame')
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes) }
}

/** Whether the pictures of one more signal still fit into an alarm. Those that do not must not be left out: nobody would look at them. */
export async function hasRoomFor(tx: Tx, alarmId: string, parts: readonly StoredPart[]): Promise<boolean> {
  if (parts.length === 0) return true
  const { files, bytes } = await measureFiles(tx, alarmId)
  const more = parts.reduce((sum, part) => sum + part.bytes, 0)
  return files + parts.length <= MAX_FILES && bytes + more <= LIMITS.totalBytes
}

/** Adds the pictures of a signal to its alarm, behind those that are there. */
export async function addFrames(
  tx: Tx,
  alarm: { id: string; companyId: string },
  signalId: string,
  parts: readonly StoredPart[],
): Promise<void> {
  if (parts.length === 0) return
  const { files: next } = await measureFiles(tx, alarm.id)
  const rows = parts.map((part, index) => ({
    alarm_id: alarm.id,
    position: next + index,
    company_id: alarm.companyId,
    signal_id: signalId,
    media_id: part.mediaId,
    kind: part.kind,
    original_key: part.key,
    original_type: part.type,
    original_bytes: part.bytes,
    // What is to be redrawn is shown once the analysis has made a picture of it.
    display_key: part.kind === 'still' && part.displayable ? part.key : null,
    judged: true,
    offset_ms: part.offsetMs,
  }))
  await tx.insertInto('frame').values(rows).execute()
  await tx
    .updateTable('alarm')
    .set((eb) => ({ frame_count: eb('frame_count', '+', rows.length) }))
    .where('id', '=', alarm.id)
    .execute()
}
