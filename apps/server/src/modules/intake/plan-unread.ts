import { planBurst, type Standing } from '@winnow/domain'
import { newId } from '../../platform/ids.ts'
import type { ClaimedSignal } from './claim-signal.ts'
import type { IntakeView } from './intake-view.ts'
import type { NewAlarm } from './open-alarm.ts'
import { isSignalUnfiltered, isSteadySince, standingOf } from './signal-standing.ts'
import { unreadSignal } from './unread-signal.ts'

/** An existing or planned alarm whose messages were not read yet. */
export interface Unread {
  id: string
  received_at: Date
  last_signal_at: Date
  event: string | null
  site_id: string
  standing: Standing
  isUnfiltered: boolean
}

/** Whether a message belongs to an alarm by its time and site. A burst of unreadable messages is one alarm. */
function isJoined(view: IntakeView, alarm: Unread, signal: ClaimedSignal): boolean {
  const { id, received_at: startedAt, last_signal_at: lastSignalAt, event, standing, isUnfiltered } = alarm
  return (
    alarm.site_id === view.siteId &&
    planBurst({
      now: signal.received_at,
      windowMs: view.mergeWindowMs,
      openAlarm: {
        id,
        startedAt,
        lastSignalAt,
        event,
        standing,
        isUnfiltered,
        isSteady: isSteadySince(signal, lastSignalAt),
      },
      signal: {
        kind: 'alarm',
        event: null,
        hasPictures: true,
        standing: standingOf(signal),
        isUnfiltered: isSignalUnfiltered(signal),
      },
    }).action === 'join'
  )
}

/** The planned writes: new alarms, later times of the last message of existing alarms, and the alarm of each message. */
export interface Plan {
  opened: NewAlarm[]
  joined: Map<string, Date>
  alarmOf: Map<string, string>
}

/**
 * Decides which alarms unread messages belong to.
 * @param views the camera of each message, by the id of the message
 * @param latest the latest alarm of each camera; updated in place
 */
export function planAlarms(
  signals: readonly ClaimedSignal[],
  views: ReadonlyMap<string, IntakeView>,
  latest: Map<string, Unread>,
): Plan {
  const opened = new Map<string, NewAlarm>()
  const joined = new Map<string, Date>()
  const alarmOf = new Map<string, string>()
  for (const signal of signals) {
    const view = views.get(signal.id)
    if (!view) continue
    const at = signal.received_at
    const last = latest.get(view.id)
    const alarm =
      last && isJoined(view, last, signal)
        ? { ...last, last_signal_at: at > last.last_signal_at ? at : last.last_signal_at }
        : {
            id: newId(at.getTime()),
            received_at: at,
            last_signal_at: at,
            event: null,
            site_id: view.siteId,
            standing: standingOf(signal),
            isUnfiltered: isSignalUnfiltered(signal),
          }
    latest.set(view.id, alarm)
    alarmOf.set(signal.id, alarm.id)
    const isNew = alarm.id !== last?.id
    const ours = opened.get(alarm.id)
    if (ours) ours.lastSignalAt = alarm.last_signal_at
    else if (isNew)
      opened.set(alarm.id, {
        id: alarm.id,
        view,
        signal,
        parsed: unreadSignal(signal.id),
        lastSignalAt: at,
        readSignals: 0,
      })
    else joined.set(alarm.id, alarm.last_signal_at)
  }
  return { opened: [...opened.values()], joined, alarmOf }
}
