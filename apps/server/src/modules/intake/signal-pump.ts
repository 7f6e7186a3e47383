import { AsyncLocalStorage } from 'node:async_hooks'
import { keepDoing } from '../../platform/keep-doing.ts'
import { findWaitingSignals } from './claim-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'
import type { FetchedPictures } from './fetched-pictures.ts'
import { processSignal } from './process-signal.ts'
import { createReadingBacklog } from './reading-backlog.ts'
import { readingLanes } from './reading-lanes.ts'

const SWEEP_EVERY_MS = 2_000
const SWEEP_BATCH = 100
/** Messages that wait for pictures of a stream or recorder and take no lane meanwhile: seconds of waiting for a device must not hold up all others. */
const MOST_ASIDE = 16

/** Reads signals soon after they were accepted. Also finds signals that stayed unread because a process died or the store failed. */
export interface SignalPump {
  /** Reads a signal that was just accepted, when its turn comes. */
  push(id: string): void
  /** Finds signals that stayed unread and reads them; resolves when they are read. */
  sweep(): Promise<void>
  /** Whether a message that is accepted now will be read in time. */
  keepsUp(): boolean
  /** Stops reading; resolves when the messages in progress are done. */
  stop(): Promise<void>
}

/** @param readOne reads one message; tests pass another one */
export function createSignalPump(deps: IntakeDeps, readOne = processSignal): SignalPump {
  const queue: { id: string; since: number }[] = []
  const queued = new Set<string>()
  const running = new Set<Promise<void>>()
  let stopped = false
  let cameAt = -Infinity
  let aside = 0
  /** Runs the reading outside the context of the request that delivered the message. */
  const onItsOwn = AsyncLocalStorage.snapshot()

  const fetchAside =
    <Args extends unknown[]>(fetchPictures: (...args: Args) => Promise<FetchedPictures>) =>
    async (...args: Args): Promise<FetchedPictures> => {
      if (aside >= MOST_ASIDE) return fetchPictures(...args)
      aside += 1
      next()
      try {
        return await fetchPictures(...args)
      } finally {
        aside -= 1
      }
    }
  const { fetchStreamPictures, fetchRecorderPictures } = deps
  const fetching = {
    ...deps,
    ...(fetchStreamPictures && { fetchStreamPictures: fetchAside(fetchStreamPictures) }),
    ...(fetchRecorderPictures && { fetchRecorderPictures: fetchAside(fetchRecorderPictures) }),
  }

  const work = async (id: string): Promise<void> => {
    try {
      await readOne(fetching, id)
    } catch (err) {
      deps.log.error({ err, signalId: id }, 'signal could not be claimed or put off now; it is tried again')
    } finally {
      queued.delete(id)
    }
  }
  const next = (): void => {
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      if (running.size - aside >= readingLanes({ now: performance.now(), cameAt, waitsSince: first.since })) return
      queue.shift()
      const task = work(first.id).finally(() => {
        running.delete(task)
        next()
      })
      running.add(task)
    }
  }
  const add = (id: string): void => {
    if (stopped || queued.has(id)) return
    queued.add(id)
    queue.push({ id, since: performance.now() })
    next()
  }
  const addLeftBehind = async (): Promise<void> => {
    // While the queue is full, a search would only find the same signals again.
    const room = SWEEP_BATCH - queue.length
    if (room > 0) for (const id of await findWaitingSignals(deps.db, deps.clock.now(), SWEEP_BATCH)) add(id)
    next()
  }
  const backlog = createReadingBacklog(deps)
  const sweeping = keepDoing({
    everyMs: SWEEP_EVERY_MS,
    run: addLeftBehind,
    onError: (err) => deps.log.error({ err }, 'sweep of stored signals failed'),
    ...(deps.ticker ? { ticker: deps.ticker } : {}),
  })
  return {
    push(id) {
      cameAt = performance.now()
      onItsOwn(add, id)
    },
    keepsUp: () => backlog.keepsUp(),
    async sweep() {
      await addLeftBehind()
      await Promise.all(running)
    },
    async stop() {
      stopped = true
      await Promise.all([sweeping.stop(), backlog.stop()])
      queue.length = 0
      await Promise.all(running)
    },
  }
}
