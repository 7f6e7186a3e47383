import type { Ticker } from '../../platform/clock.ts'
import { receivers } from '@winnow/delivery'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import { claimDeliveries, type DueDelivery, type Limits } from './claim-deliveries.ts'
import { deliver } from './deliver.ts'
import { dropFuturePauses } from './drop-future-pauses.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import type { DeliveryCounter } from './delivery-metrics.ts'
import { isOfLane, kindsDue } from './kinds-due.ts'

/** The limits of each kind of receivers. They are separate, so that a kind that hangs does not delay the others. */
const KIND_LIMITS: readonly Limits[] = [
  // A receiver that counts its messages gets them one after another.
  ...receivers
    .filter(({ pulled }) => !pulled)
    .map(({ kind, inFlight, session }) => ({ kind, ...inFlight, ...(session ? { perReceiver: 1 } : {}) })),
  // Messages to receivers of unknown kinds. Each attempt fails with an error. If they were not claimed, they would wait unnoticed.
  { kind: null, limit: 4, perCompany: 2 },
]
/** How often to look for messages that have become due. */
const LOOK_EVERY_MS = 500
/** How often to check whether the clock was set back. */
const WATCH_EVERY_MS = 1_000
/** The time that a stop waits for attempts in progress, in ms. Then they are aborted, and repeated after the next start. */
const STOP_GRACE_MS = 5_000

/** Sends the messages that wait for receivers (the outbox). */
export interface Dispatcher {
  wake(): void
  /**
   * Stops claiming and resolves when all attempts have ended. After five seconds they are aborted: their messages stay due, and the
   * attempts do not count. A receiver that got such a message nevertheless recognises the repetition by the message's id.
   */
  stop(): Promise<void>
}

/** Sends the messages of one kind of receivers. */
interface Lane {
  kind: Limits['kind']
  /** Claims what is due, until nothing more is. */
  wake(): void
  /** Stops claiming; resolves when all attempts have ended. */
  drain(): Promise<void>
}

/** @param onEnded called after each attempt, since further messages may be claimed in its place */
function openLane(
  deps: DeliveryDeps,
  limits: Limits,
  begin: (delivery: DueDelivery) => Promise<void>,
  onEnded: () => void,
): Lane {
  const running = new Map<string, Promise<void>>()
  const closing = new AbortController()
  let isWoken = false
  let resume: (() => void) | undefined
  const wake = (): void => {
    isWoken = true
    resume?.()
  }
  const run = (delivery: DueDelivery): void => {
    // The message is already being sent. Its lease had expired, for example because the clock was set, and the claim has renewed it.
    if (running.has(delivery.id)) return
    const task = begin(delivery).finally(() => {
      running.delete(delivery.id)
      onEnded()
    })
    running.set(delivery.id, task)
  }
  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // A wake during the claim is kept, since the claim may have missed its message.
      if (!isWoken) await new Promise<void>((resolve) => (resume = resolve))
      isWoken = false
      const limit = closing.signal.aborted ? 0 : limits.limit - running.size
      try {
        const taken = limit > 0 ? await claimDeliveries(deps.db, { ...limits, limit }, deps.clock.now()) : []
        for (const delivery of taken) run(delivery)
        if (taken.length > 0) isWoken = true
      } catch (err) {
        deps.log.error({ err }, 'the outbox could not be read; going on')
      }
    }
  }
  const ended = loop()
  return {
    kind: limits.kind,
    wake,
    async drain() {
      closing.abort()
      wake()
      await ended
      await Promise.all(running.values())
    },
  }
}

/** The lanes of the kinds; kinds that this version does not know share one. Those that the receivers fetch have none. */
function lanesOf(lanes: readonly Lane[], kinds: readonly string[]): Set<Lane> {
  return new Set(lanes.filter(({ kind }) => kinds.some((stored) => isOfLane(stored, kind))))
}

/** @param options.graceMs how long a stop waits before it aborts attempts; shorter in tests */
export function createDispatcher(
  deps: DeliveryDeps & { attempted: DeliveryCounter; ticker?: Ticker },
  options: { graceMs?: number } = {},
): Dispatcher {
  const breakingOff = new AbortController()
  const begin = (delivery: DueDelivery): Promise<void> =>
    deliver(deps, delivery, (kind, state) => deps.attempted.inc({ state, kind }), breakingOff.signal).catch(
      (err: unknown) => deps.log.error({ err, deliveryId: delivery.id }, 'delivery failed inside'),
    )
  const onError = (err: unknown) => deps.log.error({ err }, 'the outbox could not be read; going on')
  const looking = keepDoing({
    everyMs: LOOK_EVERY_MS,
    async run() {
      for (const lane of lanesOf(lanes, await kindsDue(deps.db, deps.clock.now()))) lane.wake()
    },
    onError,
  })
  const look = (): void => void looking.now().catch(onError)
  const lanes = KIND_LIMITS.map((limits) => openLane(deps, limits, begin, look))
  let lookedAt: Date | undefined
  /** Ends pauses that this process or an earlier one planned before the clock was set back. */
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
  look()
  return {
    wake: look,
    async stop() {
      const impatience = setTimeout(() => breakingOff.abort(), options.graceMs ?? STOP_GRACE_MS)
      await Promise.all([watching.stop(), looking.stop(), ...lanes.map((lane) => lane.drain())])
      clearTimeout(impatience)
    },
  }
}
