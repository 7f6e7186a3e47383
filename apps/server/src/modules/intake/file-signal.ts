import { planBurst, type OpenAlarm } from '@winnow/domain'
import { losesPictures, type ParsedSignal } from '@winnow/intake'
import { sql } from 'kysely'
import { inTenant, type Tx } from '../../platform/db/transaction.ts'
import { enqueueAnalysis } from '../analysis/index.ts'
import { publishLive } from '../live/index.ts'
import { reportTampering } from '../tampering/index.ts'
import { addToAlarm, type Outcome } from './add-to-alarm.ts'
import type { ClaimedSignal } from './claim-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { findOriginal } from './find-original.ts'
import { loadView, lockView, type IntakeView } from './intake-view.ts'
import { addFrames, announceIntake, deadlineOf, describeAlarm, hasRoomFor, notAfter, openAlarm } from './open-alarm.ts'
import {
  hasUnknownSchedule,
  isAnalysed,
  isSignalUnfiltered,
  isSteadySince,
  standingOf,
  standingOfAlarm,
} from './signal-standing.ts'
import { placeByMail } from './place-by-mail.ts'
import type { StoredPart } from './store-media.ts'

/** The latest alarm of a camera that the signal may join. An alarm at the site that the camera was moved from is none. */
async function latestAlarm(tx: Tx, view: IntakeView, signal: ClaimedSignal): Promise<OpenAlarm | null> {
  const { received_at: receivedAt, is_test: isTest } = signal
  const row = await tx
    .selectFrom('alarm')
    .select([
      'id',
      'received_at',
      'last_signal_at',
      'event',
      'is_test',
      'site_id',
      'outside',
      'outside_until',
      'rule_times',
      'unfiltered',
    ])
    .where('view_id', '=', view.id)
    .where('received_at', '<=', notAfter(receivedAt))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // A test picture never joins a real alarm, and a real picture never joins an alarm of a test.
  if (!row || row.is_test || isTest || row.site_id !== view.siteId) return null
  const { id, received_at: startedAt, last_signal_at: lastSignalAt, event } = row
  return {
    id,
    startedAt,
    lastSignalAt,
    event,
    standing: standingOfAlarm(row),
    isUnfiltered: row.unfiltered !== null,
    isSteady: isSteadySince(signal, lastSignalAt),
  }
}

/** Counts one more message of an alarm. An analysis in progress sees by this number that the alarm must be analysed again. */
async function join(tx: Tx, alarmId: string, signal: ClaimedSignal): Promise<void> {
  await sql`
    update alarm set signal_count = signal_count + 1, version = version + 1,
      last_signal_at = greatest(last_signal_at, ${signal.received_at}) where id = ${alarmId}`.execute(tx)
}

/** The alarm that a signal opens or joins; undefined if it does neither. */
async function placeSignal(
  tx: Tx,
  view: IntakeView,
  signal: ClaimedSignal,
  parsed: ParsedSignal,
  parts: readonly StoredPart[],
): Promise<{ joins: string | null } | undefined> {
  const plan = planBurst({
    now: signal.received_at,
    windowMs: view.mergeWindowMs,
    openAlarm: await latestAlarm(tx, view, signal),
    signal: {
      kind: signal.is_test ? 'alarm' : parsed.kind,
      event: parsed.event,
      hasPictures: hasPictures(parsed, parts),
      standing: standingOf(signal),
      isUnfiltered: isSignalUnfiltered(signal),
    },
  })
  if (plan.action === 'ignore') return undefined
  return { joins: plan.action === 'join' ? plan.alarmId : null }
}

/** Whether a message has pictures. Pictures that were lost in transit count too, since they may have shown an intruder. */
const hasPictures = (parsed: ParsedSignal, parts: readonly StoredPart[]): boolean =>
  parts.length > 0 || parsed.problems.some(losesPictures)

/** Whether a person had the alarm analysed although its camera did not count. Its messages that are read only now belong to it all the same. */
async function isByHand(tx: Tx, alarmId: string): Promise<boolean> {
  const { rows } = await sql`select from alarm where id = ${alarmId} and by_hand is not null`.execute(tx)
  return rows.length > 0
}

/**
 * Queues an alarm for analysis, unless its camera did not count when the signal was received and no rule asks for it. This state is the
 * same for an alarm and all its signals.
 */
async function judge(
  tx: Tx,
  deps: IntakeDeps,
  { view, signal, alarmId }: { view: IntakeView; signal: ClaimedSignal; alarmId: string },
  releaseAt: Date | null,
): Promise<void> {
  if (!isAnalysed(signal) && !(await isByHand(tx, alarmId))) return
  const alarm = { id: alarmId, companyId: view.companyId, viewId: view.id }
  await enqueueAnalysis(tx, alarm, { inTimeUntil: deadlineOf(signal, deps), releaseAt }, deps.clock.now())
}

/** Adds a resend to the alarm that was opened for it before it was read. It adds no pictures, but the alarm has waited for it. */
async function takeResend(
  tx: Tx,
  deps: IntakeDeps,
  view: IntakeView,
  signal: ClaimedSignal,
  alarmId: string,
): Promise<void> {
  await join(tx, alarmId, signal)
  await judge(tx, deps, { view, signal, alarmId }, null)
  await announceIntake(tx, view, alarmId, { isNew: false, isTest: signal.is_test })
}

/** Stores when the camera sent its latest picture, or when somebody uploaded one. An upload counts as sent only if the camera has sent none. */
async function notePicture(
  tx: Tx,
  viewId: string,
  { is_test: isUpload, received_at: at }: ClaimedSignal,
): Promise<void> {
  const times = isUpload
    ? {
        last_picture_at: sql<Date>`coalesce(last_picture_at, ${at})`,
        last_upload_at: sql<Date>`greatest(last_upload_at, ${at})`,
      }
    : { last_picture_at: sql<Date>`greatest(last_picture_at, ${at})` }
  await tx.updateTable('view').set(times).where('id', '=', viewId).execute()
}

/** Cameras that are off, paused or without product are not told of. One that does not count by its schedule is: tampering prepares the night. */
const UNTOLD: readonly (string | undefined)[] = ['inactive', 'paused', 'no-product']

/** Stores what the device says of tampering. Called last, so that rows are locked in the order of a verdict: the camera's lane before its tampering. */
async function noteTampering(
  tx: Tx,
  { onTampering, clock }: IntakeDeps,
  { view, signal, alarmId }: { view: IntakeView; signal: ClaimedSignal; alarmId: string | null },
  { kind, eventType }: ParsedSignal,
): Promise<void> {
  if (signal.is_test || (kind !== 'alarm' && kind !== 'stop') || UNTOLD.includes(standingOf(signal)?.reason)) return
  const report = { companyId: view.companyId, viewId: view.id, alarmId, eventType, kind, at: signal.received_at }
  await reportTampering(tx, report, onTampering, clock.now())
}

/** @param unread the alarm that the deadline opened for the signal before it could be read */
async function decideOutcome(
  tx: Tx,
  deps: IntakeDeps,
  signal: ClaimedSignal,
  unread: string | null,
  parsed: ParsedSignal,
  parts: readonly StoredPart[],
): Promise<Outcome> {
  if (signal.view_id === null) return { alarmId: null, duplicateOf: null, problem: { code: 'unmatched' } }
  await lockView(tx, signal.view_id)
  const view = await loadView(tx, signal)
  if (!view) return { alarmId: unread, duplicateOf: null, problem: { code: 'view-gone' } }
  const original = await findOriginal(tx, signal, parsed)
  if (signal.for_alarm !== null)
    return addToAlarm(tx, deps, { view, signal, alarmId: signal.for_alarm }, { original, parts })
  if (original !== undefined) {
    const { alarmId } = original
    if (unread === null) return { alarmId, duplicateOf: original.id }
    // If an alarm was passed on for the resend, it stays without pictures, because they belong to the original's alarm.
    if (alarmId === unread) await takeResend(tx, deps, view, signal, unread)
    return { alarmId: unread, duplicateOf: original.id }
  }
  const contact = parsed.kind === 'test' ? { last_test_at: signal.received_at } : { last_signal_at: signal.received_at }
  await tx.updateTable('view').set(contact).where('id', '=', view.id).execute()
  // A signal that was already passed on as an alarm remains an alarm, even if it turns out to be a test or a stop signal. The receivers got
  // a message about it, and get a second message with the result of the analysis.
  const place = unread === null ? await placeSignal(tx, view, signal, parsed, parts) : { joins: unread }
  if (!place) {
    await noteTampering(tx, deps, { view, signal, alarmId: null }, parsed)
    return { alarmId: null, duplicateOf: null }
  }
  const joins = place.joins !== null && (await hasRoomFor(tx, place.joins, parts)) ? place.joins : null
  const alarmId = joins ?? (await openAlarm(tx, view, signal, parsed, deps))
  if (joins !== null) {
    await join(tx, joins, signal)
    if (signal.source === 'smtp') await deps.onJoined(tx, { alarmId: joins, signalId: signal.id }, deps.clock.now())
  }
  if (joins !== null && joins === unread) await describeAlarm(tx, joins, signal, parsed)
  await addFrames(tx, { id: alarmId, companyId: view.companyId }, signal, parts)
  if (parts.length > 0) await notePicture(tx, view.id, signal)
  if (joins === null || joins === unread || hasPictures(parsed, parts))
    await judge(tx, deps, { view, signal, alarmId }, joins === null ? null : deadlineOf(signal, deps))
  await announceIntake(tx, view, alarmId, { isNew: joins === null, isTest: signal.is_test })
  await noteTampering(tx, deps, { view, signal, alarmId }, parsed)
  return { alarmId, duplicateOf: null }
}

/**
 * Files a read signal. Resends refer to their original, bursts share an alarm, and tests open none. One transaction: the signal is filed
 * with all its effects or not at all.
 */
export async function fileSignal(
  deps: IntakeDeps,
  claimed: ClaimedSignal,
  read: ParsedSignal,
  parts: readonly StoredPart[],
): Promise<Outcome> {
  return inTenant(deps.preparedDb, claimed.company_id, async (tx) => {
    const current = await tx
      .selectFrom('signal')
      .select(['state', 'alarm_id'])
      .where('id', '=', claimed.id)
      .forUpdate()
      .executeTakeFirst()
    if (current?.state !== 'stored') return { alarmId: null, duplicateOf: null }
    const signal = await placeByMail(tx, claimed, read)
    // A schedule that cannot be evaluated lets the camera count, and people must see why.
    const problem = hasUnknownSchedule(signal) ? [{ code: 'schedule-unknown' } as const] : []
    const parsed = { ...read, problems: [...read.problems, ...problem] }
    const outcome = await decideOutcome(tx, deps, signal, current.alarm_id, parsed, parts)
    await tx
      .updateTable('signal')
      .set({
        state: 'parsed',
        lease_until: null,
        kind: parsed.kind,
        vendor: parsed.vendor,
        event: parsed.event?.slice(0, 200) ?? null,
        event_type: parsed.eventType,
        device_time: parsed.deviceTime,
        subject: parsed.subject?.slice(0, 500) ?? null,
        body_text: parsed.text,
        device: JSON.stringify({
          name: parsed.deviceName,
          serial: parsed.deviceSerial,
          channel: parsed.channel,
          channelName: parsed.channelName,
        }),
        problems: JSON.stringify([...parsed.problems, ...(outcome.problem ? [outcome.problem] : [])]),
        alarm_id: outcome.alarmId,
        duplicate_of: outcome.duplicateOf,
      })
      .where('id', '=', signal.id)
      .execute()
    const site = await tx.selectFrom('site').select('project_id').where('id', '=', signal.site_id).executeTakeFirst()
    if (site)
      await publishLive(tx, signal.company_id, {
        type: 'signal.received',
        id: signal.id,
        viewId: signal.view_id,
        siteId: signal.site_id,
        projectId: site.project_id,
      })
    return outcome
  })
}
