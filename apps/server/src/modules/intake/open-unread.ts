import { planBurst } from '@winnow/domain'
import { sql } from 'kysely'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { claimedColumns, LEASE_SECONDS, type ClaimedSignal } from './claim-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { loadView, lockView, type IntakeView } from './intake-view.ts'
import { announceIntake, openAlarm } from './open-alarm.ts'
import { unreadSignal } from './unread-signal.ts'

const BATCH = 100

/** Messages that nobody has tried to read wait so many deadlines longer: reading them is mostly all they need, and puts each where it belongs. */
const UNTRIED_DEADLINES = 4

/**
 * Messages of cameras at work that nobody could read by their deadline, and that have no alarm yet. A picture that somebody tries has no deadline.
 * One that was left behind, or that waits for room, is not among them until this program has had time to read it, nor while it is read
 * for the first time, if that began only after the deadline.
 */
async function findLate(tx: Tx, deps: IntakeDeps, startedAt: Date): Promise<string[]> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - deps.deadlineSeconds * 1000)
  const untriedBefore = new Date(now.getTime() - UNTRIED_DEADLINES * deps.deadlineSeconds * 1000)
  const isFirstTryLate = sql`s.attempts = 1 and s.lease_until > ${now}
    and s.lease_until > s.received_at + make_interval(secs => ${deps.deadlineSeconds + LEASE_SECONDS})`
  const { rows } = await sql<{ id: string }>`
    select s.id from signal s join view v on v.id = s.view_id join site on site.id = v.site_id
    where s.state = 'stored' and s.alarm_id is null and not s.is_test and s.received_at <= ${before}
      and v.active and site.active
      and case when s.lease_until is null then ${startedAt <= untriedBefore} and s.received_at <= ${untriedBefore}
        else not (${isFirstTryLate}) end
    order by s.received_at limit ${BATCH}`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * The camera's latest alarm, where a message belongs to it by its time and nothing of it was read yet: a burst that cannot be read is one alarm.
 * Of one that was read an analysis may be under way, which would not hear of this message.
 */
async function findUnread(tx: Tx, view: IntakeView, signal: ClaimedSignal): Promise<string | undefined> {
  const row = await tx
    .selectFrom('alarm')
    .select(['id', 'received_at', 'last_signal_at', 'event', 'signal_count'])
    .where('view_id', '=', view.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row?.signal_count !== 0) return undefined
  const plan = planBurst({
    now: signal.received_at,
    windowMs: view.mergeWindowMs,
    openAlarm: { id: row.id, startedAt: row.received_at, lastSignalAt: row.last_signal_at, event: row.event },
    signal: { kind: 'alarm', event: null, hasPictures: true },
  })
  return plan.action === 'join' ? plan.alarmId : undefined
}

async function joinUnread(tx: Tx, alarmId: string, { received_at }: ClaimedSignal): Promise<void> {
  await tx
    .updateTable('alarm')
    .set((eb) => ({ last_signal_at: eb.fn<Date>('greatest', ['last_signal_at', eb.val(received_at)]) }))
    .where('id', '=', alarmId)
    .execute()
}

async function openOne(tx: Tx, deps: IntakeDeps, id: string): Promise<string | undefined> {
  const { rows } = await sql<ClaimedSignal>`
    select ${claimedColumns} from signal where id = ${id} and state = 'stored' and alarm_id is null
    for update skip locked`.execute(tx)
  const [signal] = rows
  if (!signal || signal.view_id === null) return undefined
  await lockView(tx, signal.view_id)
  const view = await loadView(tx, signal.view_id)
  if (!view?.active) return undefined
  const joined = await findUnread(tx, view, signal)
  const alarmId =
    joined ??
    (await openAlarm(tx, view, signal, unreadSignal(id), { deadlineSeconds: deps.deadlineSeconds, readSignals: 0 }))
  if (joined !== undefined) await joinUnread(tx, joined, signal)
  else await announceIntake(tx, view, alarmId, { isNew: true, isTest: false })
  await tx.updateTable('signal').set({ alarm_id: alarmId }).where('id', '=', id).execute()
  return alarmId
}

/**
 * Has an alarm without pictures for each message that could not be read by its deadline, as when the store of pictures is down. The deadline
 * passes it on; what the message holds is added as soon as it can be read, and the verdict corrected.
 * @param startedAt since when this program reads messages
 */
export async function openUnread(deps: IntakeDeps, startedAt: Date): Promise<void> {
  for (const id of await inSystem(deps.db, (tx) => findLate(tx, deps, startedAt))) {
    try {
      const alarmId = await inSystem(deps.db, (tx) => openOne(tx, deps, id))
      if (alarmId !== undefined)
        deps.log.warn(
          { signalId: id, alarmId },
          'an alarm is passed on without its pictures: its message could not be read in time',
        )
    } catch (err) {
      deps.log.error({ err, signalId: id }, 'no alarm could be opened for a message that cannot be read')
    }
  }
}
