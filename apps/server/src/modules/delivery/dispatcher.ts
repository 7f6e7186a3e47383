import type { Ticker } from '../../platform/clock.ts'
import { receivers } from '@winnow/delivery'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import { claimDeliveries, type DueDelivery, type Limits } from './claim-deliveries.ts'
import { deliver } from './deliver.ts'
import { dropFuturePauses } from './drop-future-pauses.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import type { DeliveryCounter } from './delivery-metrics.ts'

/** Each kind has its own limits, so that one that hangs does not delay the others. */
const KIND_LIMITS: readonly Limits[] = [
  ...receivers.map(({ kind, inFlight }) => ({ kind, ...inFlight })),
  // Receivers of unknown kinds. Their attempts fail with a message; if nobody claimed them, they would wait silently.
  { kind: null, limit: 4, perCompany: 2 },
]
const IDLE_MS = 500
/** How often to check whether the clock was set back. */
const WATCH_EVERY_MS = 1_000
/** How long a stop waits for attempts in progress. Then they are aborted and repeated after the next start. */
const STOP_GRACE_MS = 5_000

/** Empties the outbox. */
export interface Dispatcher {
  wake(): void
  /**
   * Stops claiming and resolves when all attempts have ended. After five seconds they are aborted: their messages stay due, and the
   * attempts do not count. A receiver may have got such a message. It recognises the repetition by the id.
   */
  stop(): Promise<void>
}

/** Sends the messages of one kind of receivers. */
interface Lane {
  wake(): void
  /** Stops claiming; resolves when all attempts have ended. */
  drain(): Promise<void>
}

function openLane(deps: DeliveryDeps, limits: Limits, begin: (delivery: DueDelivery) => Promise<void>): Lane {
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
    // The lease expired while the attempt runs, for example because the clock was set. The claim has renewed it, and the attempt goes on.
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
      const limit = limits.limit - running.size
      let taken: DueDelivery[] = []
      try {
        taken = limit > 0 ? await claimDeliveries(deps.db, { ...limits, limit }, deps.clock.now()) : []
      } catch (err) {
        deps.log.error({ err }, 'the outbox could not be read; going on')
      }
      for (const delivery of taken) run(delivery)
      // A message that arrived during the claim may have been missed.
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

/** @param options.graceMs how long a stop waits before it aborts attempts; shorter in tests */
export function createDispatcher(
  deps: DeliveryDeps & { attempted: DeliveryCounter; ticker?: Ticker },
  options: { graceMs?: number } = {},
): Dispatcher {
  const breakingOff = new AbortController()
  const begin = (delivery: DueDelivery): Promise<void> =>
    deliver(deps, delivery, (state) => deps.attempted.inc({ state }), breakingOff.signal).catch((err: unknown) =>
      deps.log.error({ err, deliveryId: delivery.id }, 'delivery failed inside'),
    )
  const lanes = KIND_LIMITS.map((limits) => openLane(deps, limits, begin))
  let lookedAt: Date | undefined
  /** Pauses that were planned before the clock was set back, by this process or an earlier one. */
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
