import { setTimeout as wait } from 'node:timers/promises'
import type { GuardCode, TransportCode } from '@winnow/delivery'
import { EventSession, OnvifRefused, type PullPoint } from '@winnow/intake'
import { z } from 'zod'
import { ConnectError, type Line } from '../../platform/connect/connector.ts'
import { addressOf, DEVICE_SERVICE, failureByCode, postOnvif } from '../device-tests/index.ts'
import { placeOf, type StreamSettings } from './stream-settings.ts'

/** A device answers after 20 seconds at the latest, also without an event. */
const ANSWER_MS = 40_000
/** The least time between two questions. Some devices always have an event at hand. */
const LEAST_PAUSE_MS = 250

const subscription = z.object({ host: z.string(), address: z.string(), parameters: z.string() })

/** The subscription that an earlier connection has made, if the device is the same. */
function kept({ connection }: Line, host: string): PullPoint | null {
  try {
    const stored = subscription.safeParse(JSON.parse(connection.position ?? 'null'))
    return stored.success && stored.data.host === host ? stored.data : null
  } catch {
    return null
  }
}

export interface MotionReader {
  /** Called when the device has taken the login and gives events. */
  onReady: () => void
  /**
   * Called for what began to move. Further events are asked for when it has ended.
   * @param options `isLate`: the device has kept it since before this connection
   */
  onMotion: (event: string, options: { isLate: boolean }) => Promise<void>
  /** Called after each question, so first when what the device has kept was read and handled. */
  onCaughtUp: () => void
  monotonicMs: () => number
  signal: AbortSignal
}

/**
 * Reads the motion that a camera reports by ONVIF, at the host and with the login of its stream, until the signal ends it.
 * @throws ConnectError why the camera gives no events
 */
export async function readMotion(
  line: Line,
  { url, username, onvifPort }: Pick<StreamSettings, 'url' | 'username' | 'onvifPort'>,
  { onReady, onMotion, onCaughtUp, monotonicMs, signal }: MotionReader,
): Promise<void> {
  const { host } = placeOf(url)
  const { pathname, search } = new URL(url)
  const session = new EventSession<GuardCode | TransportCode>({
    user: username || undefined,
    password: line.connection.secret ?? '',
    path: DEVICE_SERVICE,
    stream: pathname + search,
    now: () => line.clock.now(),
    monotonicMs,
    post: postOnvif(line.guard, addressOf({ host, port: onvifPort, tls: false }), { timeoutMs: ANSWER_MS, signal }),
  })
  try {
    await session.open(kept(line, host))
    onReady()
    while (!signal.aborted) {
      const askedAt = monotonicMs()
      // oxlint-disable-next-line no-await-in-loop -- each question comes after the answer before
      const { motion, subscription: made, wasKept } = await session.pull()
      try {
        // oxlint-disable-next-line no-await-in-loop -- as above
        if (made) await line.keepPosition(JSON.stringify({ host, ...made }))
      } finally {
        // The device has given them away, so they are alarms also where the subscription could not be stored.
        // oxlint-disable-next-line no-await-in-loop -- as above
        for (const event of motion) await onMotion(event, { isLate: wasKept })
      }
      onCaughtUp()
      const pauseMs = askedAt + LEAST_PAUSE_MS - monotonicMs()
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  } catch (error) {
    if (signal.aborted) return
    throw error instanceof OnvifRefused ? problemOf(session.problem, host) : error
  }
}

function problemOf(code: EventSession<GuardCode | TransportCode>['problem'], host: string): ConnectError {
  if (code === 'login') return new ConnectError('events-login')
  if (code === 'answer' || code === 'no-source') return new ConnectError(code === 'answer' ? 'events' : 'no-stream')
  const { problem, setting } = failureByCode(code, host)
  return new ConnectError(problem === 'refused' ? 'refused' : 'events', { setting })
}
