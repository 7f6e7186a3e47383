import type { Ticker } from '../../platform/clock.ts'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import { claimDeliveries, type DueDelivery, type Room } from './claim-deliveries.ts'
import { deliver } from './deliver.ts'
import { dropFuturePauses } from './drop-future-pauses.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import type { DeliveryCounter } from './delivery-metrics.ts'

/**
 * Messages on their way at once, by the way they are sent. Each is a connection that mostly waits, so there is room for several companies
 * whose receivers all answer at the last moment. Mail has little: the mailer opens three connections.
 */
const ROOMS: readonly Room[] = [
  { kind: 'webhook', limit: 64, perCompany: 16 },
  { kind: 'email', limit: 16, perCompany: 4 },
]
const IDLE_MS = 500
/** How often to look whether the clock was set back. */
const WATCH_EVERY_MS = 1_000
/** How long a stop waits for receivers that are being told; the rest is broken off and told after the next start. */
const STOP_GRACE_MS = 5_000

/** Empties the outbox. */
export interface Dispatcher {
  wake(): void
  /**
   * Takes no more and resolves when what was begun is done. After five seconds it is broken off: those messages stay due, and the attempt
   * does not count. A receiver may have got them all the same; it knows them again by their id.
   */
  stop(): Promise<void>
}

/** Empties the outbox of what is sent in one way. */
interface Lane {
  wake(): void
  /** Takes no more; resolves when everything begun has ended. */
  drain(): Promise<void>
}

function openLane(deps: DeliveryDeps, room: Room, begin: (delivery: DueDelivery) => Promise<void>): Lane {
  const running = new Map<string, Promise<void>>()
  const closing = new AbortController()
  let wakes = 0
  let resume: (() => void) | undefined
  const wake = (): void => {
    wakes++
    resume?.()
  }
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS)
      resume = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = (delivery: DueDelivery): void => {
    // Its lease has run out under us, as after the clock was set: we hold it anew, and go on.
    if (running.has(delivery.id)) return
    const task = begin(delivery).finally(() => {
      running.delete(delivery.id)
      wake()
    })
    running.set(delivery.id, task)
  }
  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const wakesBefore = wakes
      const limit = room.limit - running.size
      let taken: DueDelivery[] = []
      try {
        taken = limit > 0 ? await claimDeliveries(deps.db, { ...room, limit }, deps.clock.now()) : []
      } catch (err) {
        deps.log.error({ err }, 'the outbox could not be read; going on')
      }
      for (const delivery of taken) run(delivery)
      // A message that came while it looked may not have been seen.
      if (taken.length === 0 && wakes === wakesBefore) await rest()
    }
  }
  const ended = loop()
  return {
    wake,
    async drain() {
      closing.abort()
      wake()
      await ended
      await Promise.all(running.values())
    },
  }
}

/** @param options.graceMs how long a stop waits before it breaks off; tests are less patient */
export function createDispatcher(
  deps: DeliveryDeps & { attempted: DeliveryCounter; ticker?: Ticker },
  options: { graceMs?: number } = {},
): Dispatcher {
  const breakingOff = new AbortController()
  const begin = (delivery: DueDelivery): Promise<void> =>
    deliver(deps, delivery, (state) => deps.attempted.inc({ state }), breakingOff.signal).catch((err: unknown) =>
      deps.log.error({ err, deliveryId: delivery.id }, 'delivery failed inside'),
    )
  const lanes = ROOMS.map((room) => openLane(deps, room, begin))
  let lookedAt: Date | undefined
  /** What was planned before the clock was set back: by a process before this one, or by this one. */
  const watching = keepDoing({
    everyMs: WATCH_EVERY_MS,
    async run() {
      const now = deps.clock.now()
      if (lookedAt === undefined || furthestAhead(now, 0) < lookedAt) {
        const dropped = await dropFuturePauses(deps.db, now)
        if (dropped > 0) deps.log.warn({ dropped }, 'messages that were planned in the future go out now')
      }
      lookedAt = now
    },
    onError: (err) => deps.log.error({ err }, 'the outbox could not be looked through'),
    ...(deps.ticker ? { ticker: deps.ticker } : {}),
  })
  return {
    wake() {
      for (const lane of lanes) lane.wake()
    },
    async stop() {
      const impatience = setTimeout(() => breakingOff.abort(), options.graceMs ?? STOP_GRACE_MS)
      await Promise.all([watching.stop(), ...lanes.map((lane) => lane.drain())])
      clearTimeout(impatience)
    },
  }
}
