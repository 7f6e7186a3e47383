import { setTimeout as pause } from 'node:timers/promises'
import type { SceneKind } from '../scenes/index.ts'
import { planAlarms } from './choose-scene.ts'
import type { PlannedAlarm } from './choose-scene.ts'
import { renderAlarm } from './render-alarm.ts'
import { deliver, prepareAlarm } from './send-alarm.ts'
import type { Acknowledgement, OutgoingMessage } from './send-alarm.ts'
import type { Targets } from './targets.ts'

/** Options of the simulator. */
export interface SimulatorOptions {
  targets: Targets
  /** alarms a minute after the opening, default 8 */
  rate?: number
  seed?: number
  /** sends only scenes of this kind */
  once?: SceneKind
  /** ends after that many alarms */
  count?: number
  /** starts with one of each scene in the first half minute, default true */
  opening?: boolean
  /** size of the pictures, default 1280 × 720; small ones are drawn faster, but a detector finds nobody on them */
  size?: { width: number; height: number }
  signal: AbortSignal
  /** called with every message's last reply */
  onReply?: (planned: PlannedAlarm, reply: Acknowledgement) => void
  /** waits; tests pass their own. Rejects when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
  now?: () => Date
}

/** The result of a simulation. */
export interface SimulatorResult {
  alarms: number
  accepted: number
  refused: number
}

/** The milliseconds before each retry of a refused or unanswered message. After the last retry, a camera discards the message. */
const RETRIES_MS = [2000, 5000, 10_000, 20_000, 30_000]

const MAX_LATE_MS = 5000

async function sendPersistently(
  message: OutgoingMessage,
  options: Required<Pick<SimulatorOptions, 'targets' | 'signal' | 'wait'>>,
): Promise<Acknowledgement> {
  let reply = await deliver(message, options.targets, options.signal)
  for (const delay of RETRIES_MS) {
    if (reply.accepted || !reply.retry || options.signal.aborted) break
    await options.wait(delay, options.signal)
    reply = await deliver(message, options.targets, options.signal)
  }
  return reply
}

/**
 * Sends alarms until `count` are sent or the signal aborts. Cameras are independent: an unreachable server delays
 * neither the plan nor the other cameras, but at most eight alarms wait at a time.
 */
export async function runSimulator(options: SimulatorOptions): Promise<SimulatorResult> {
  const { targets, signal, now = () => new Date(), count = Infinity } = options
  const wait = options.wait ?? ((ms: number, stop: AbortSignal) => pause(ms, undefined, { signal: stop }))
  const result: SimulatorResult = { alarms: 0, accepted: 0, refused: 0 }
  const plan = planAlarms({
    cameras: targets.cameras,
    rate: options.rate ?? 8,
    seed: options.seed ?? 1,
    opening: options.opening ?? true,
    ...(options.once === undefined ? {} : { once: options.once }),
  })
  const underway = new Set<Promise<void>>()
  const send = async (planned: PlannedAlarm, messages: readonly OutgoingMessage[]): Promise<void> => {
    let waited = 0
    for (const message of messages) {
      // The first message is sent at once: its pictures were taken in the past second.
      if (waited > 0) await wait(message.afterMs - waited, signal)
      waited = message.afterMs
      const reply = await sendPersistently(message, { targets, signal, wait })
      options.onReply?.(planned, reply)
      if (reply.accepted) result.accepted++
      else {
        result.refused++
        break
      }
    }
  }
  // The schedule follows the clock. A sum of waits would be wrong, because drawing takes time too.
  let origin = now().getTime()
  try {
    for (const planned of plan) {
      if (result.alarms >= count || signal.aborted) break
      const ahead = planned.at - (now().getTime() - origin)
      // If the plan is far behind (the server was unreachable, the machine slept), it continues from now, without a burst of late alarms.
      if (ahead < -MAX_LATE_MS) origin -= ahead
      await wait(Math.max(0, ahead), signal)
      const alarm = await renderAlarm(planned, now(), result.alarms + 1, options.size)
      const messages = await prepareAlarm(planned.camera, alarm)
      result.alarms++
      const task = send(planned, messages).catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
      underway.add(task)
      void task.finally(() => underway.delete(task))
      if (underway.size >= 8) await Promise.race(underway)
    }
    await Promise.all(underway)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return result
}
