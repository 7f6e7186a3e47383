import { performance } from 'node:perf_hooks'
import type { Guard } from '@winnow/delivery'
import { createPlaces } from '@winnow/domain'
import { toAnnexB } from '@winnow/intake'
import type { StreamPicture, Watcher } from '@winnow/vision'
import { ConnectError } from '../../platform/connect/connector.ts'
import type { Logger } from '../../platform/log.ts'
import type { FetchStreamPictures, FetchedPictures } from '../intake/index.ts'
import type { StoredStream } from './find-stored-stream.ts'
import { type EnteredStream, playStored } from './play-stored.ts'

/** Key frames of one trigger, as far as they come in time. */
const PICTURES = 3
const LIMITS: PictureLimits = { allMs: 5_000, moreMs: 2_500, decodeMs: 8_000 }
/**
 * Cameras that are asked at the same time in one process. Of one company those of a whole site, as when somebody walks through it. Half of the
 * places are kept for companies that have none, so that cameras that do not answer hold up no mails of others.
 */
const PLACES = { perHolder: 8, total: 32, reserved: 16 }
/** A stream that did not play is left alone for this time, so that it does not hold up the mails of others. */
const PAUSE_MS = 30_000
const MOST_PAUSED = 1_000

/** How long pictures are waited for, in milliseconds. The lease of the message is longer than all of it, and its alarm waits meanwhile. */
interface PictureLimits {
  /** For the key frames. */
  allMs: number
  /** For further key frames after the first. */
  moreMs: number
  /** For decoding. The decoder serves all streams of the process, one picture after the other, and some take it long. */
  decodeMs: number
}

export interface StreamPictureDeps {
  /** The stream of a camera; undefined if it has none. */
  findStream: (viewId: string) => Promise<StoredStream | undefined>
  cameraGuard: Guard
  log: Logger
  watcher: Watcher
  /** Milliseconds of a clock that is never set; by default that of the process. */
  monotonicMs?: () => number
  limits?: Partial<PictureLimits>
}

interface Held {
  picture: StreamPicture
  at: number
}

const nothing = (problem: string): FetchedPictures => ({ pictures: [], problem })

/** Fetches key frames of streams for messages that trigger: once for each message, and within bounds. */
export function createStreamPictures(deps: StreamPictureDeps): FetchStreamPictures {
  const { log, watcher, monotonicMs = () => performance.now() } = deps
  const limits = { ...LIMITS, ...deps.limits }
  /** Until when a stream is left alone, and why. A stream that was changed since is another one. */
  const paused = new Map<string, { until: number; problem: string }>()
  const running = new Map<string, Promise<FetchedPictures>>()
  const places = createPlaces(PLACES)

  async function play(viewId: string, stream: StoredStream): Promise<FetchedPictures> {
    const held = await takeKeyFrames(deps.cameraGuard, stream, { ...limits, monotonicMs })
    const showing = watcher.show(
      `mail ${viewId}`,
      held.map(({ picture }) => picture),
    )
    const jpegs = await within(showing, limits.decodeMs)
    if (!jpegs) return nothing('busy')
    const from = held[0]?.at ?? 0
    const pictures = held.flatMap(({ at }, index) => {
      const jpeg = jpegs[index]
      return jpeg ? [{ bytes: jpeg, offsetMs: Math.round(at - from) }] : []
    })
    return pictures.length > 0 ? { pictures } : nothing('codec')
  }

  function reasonOf(error: unknown, viewId: string): string {
    if (error instanceof ConnectError) return error.problem
    log.warn({ err: error, viewId }, 'pictures of a stream could not be fetched')
    return 'failed'
  }

  async function playUnlessPaused(viewId: string, stream: StoredStream): Promise<FetchedPictures> {
    const key = `${stream.connectionId} ${stream.version}`
    const rest = paused.get(key)
    if (rest && rest.until > monotonicMs()) return nothing(rest.problem)
    paused.delete(key)
    try {
      return await play(viewId, stream)
    } catch (error) {
      const problem = reasonOf(error, viewId)
      if (paused.size >= MOST_PAUSED) paused.clear()
      paused.set(key, { until: monotonicMs() + PAUSE_MS, problem })
      return nothing(problem)
    }
  }

  async function fetchNow(viewId: string): Promise<FetchedPictures> {
    try {
      const stream = await deps.findStream(viewId)
      return stream ? await playUnlessPaused(viewId, stream) : nothing('no-stream')
    } catch (error) {
      return nothing(reasonOf(error, viewId))
    }
  }

  return async (viewId, companyId) => {
    const shared = running.get(viewId)
    // Messages that come while pictures are fetched for the camera show the same moment.
    if (shared) return shared
    const leave = places.take(companyId)
    if (!leave) return nothing('busy')
    const fetching = fetchNow(viewId).finally(() => (running.delete(viewId), leave()))
    running.set(viewId, fetching)
    return fetching
  }
}

/** The result of a promise; undefined if it takes longer than this. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => over.resolve(undefined), ms)
  try {
    return await Promise.race([promise, over.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The next key frames of a stream, at least one. @throws ConnectError */
async function takeKeyFrames(
  cameraGuard: Guard,
  stream: EnteredStream,
  { allMs, moreMs, monotonicMs }: PictureLimits & { monotonicMs: () => number },
): Promise<Held[]> {
  const held: Held[] = []
  const ending = new AbortController()
  const end = (): void => ending.abort()
  let timer = setTimeout(end, allMs)
  const until = monotonicMs() + allMs
  try {
    await playStored(cameraGuard, stream, {
      keysOnly: () => true,
      onPicture({ nals }, { codec }) {
        if (ending.signal.aborted) return
        const at = monotonicMs()
        held.push({ picture: { codec, bytes: toAnnexB(nals) }, at })
        if (held.length >= PICTURES) return end()
        if (held.length > 1) return
        clearTimeout(timer)
        timer = setTimeout(end, Math.max(0, Math.min(moreMs, until - at)))
      },
      signal: ending.signal,
    })
  } catch (error) {
    // What came before the connection was lost is better than nothing.
    if (held.length === 0) throw ending.signal.aborted ? new ConnectError('quiet') : error
  } finally {
    clearTimeout(timer)
  }
  return held
}
