import { sql } from 'kysely'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { claimedColumns, type ClaimedSignal } from './claim-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { loadView, lockView } from './intake-view.ts'
import { announceIntake, openAlarm } from './open-alarm.ts'
import { unreadSignal } from './unread-signal.ts'

const BATCH = 100

/** Messages of cameras at work that nobody could read by their deadline, and that have no alarm yet. A picture that somebody tries has no deadline. */
async function findLate(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from signal s join view v on v.id = s.view_id join site on site.id = v.site_id
    where s.state = 'stored' and s.alarm_id is null and not s.is_test and s.received_at <= ${before}
      and v.active and site.active
    order by s.received_at limit ${BATCH}`.execute(tx)
  return rows.map((row) => row.id)
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
  const alarmId = await openAlarm(tx, view, signal, unreadSignal(id), {
    deadlineSeconds: deps.deadlineSeconds,
    readSignals: 0,
  })
  await tx.updateTable('signal').set({ alarm_id: alarmId }).where('id', '=', id).execute()
  await announceIntake(tx, view, alarmId, { isNew: true, isTest: false })
  return alarmId
}

/**
 * Opens an alarm without pictures for each message that could not be read by its deadline, as when the store of pictures is down. The deadline
 * passes it on; what the message holds is added as soon as it can be read, and the verdict corrected.
 */
export async function openUnread(deps: IntakeDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - deps.deadlineSeconds * 1000)
  for (const id of await inSystem(deps.db, (tx) => findLate(tx, before))) {
    try {
      const alarmId = await inSystem(deps.db, (tx) => openOne(tx, deps, id))
      if (alarmId !== undefined)
        deps.log.warn(
          { signalId: id, alarmId },
          'alarm opened without its pictures: its message could not be read in time',
        )
    } catch (err) {
      deps.log.error({ err, signalId: id }, 'no alarm could be opened for a message that cannot be read')
    }
  }
}
