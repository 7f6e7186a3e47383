import { type ConnectionProblem, LIVE_VIEW } from '@winnow/contract'
import type { Guard } from '@winnow/delivery'
import { createPlaces } from '@winnow/domain'
import type { Watcher } from '@winnow/vision'
import type { Clock, Ticker } from '../../platform/clock.ts'
import { ConnectError } from '../../platform/connect/connector.ts'
import type { Logger } from '../../platform/log.ts'
import { LiveSource, type LiveViewer } from './live-source.ts'
import { type EnteredStream, playStored } from './play-stored.ts'

/** Where a stream stands: if any of it changes, its live views end. */
export interface LivePlace {
  companyId: string
  siteId: string
  version: number
}

/** Somebody who wants to look at a camera. */
export interface Looking extends LivePlace {
  viewId: string
  /** The login of the viewer. */
  sessionId: string
  stream: EnteredStream
  viewer: LiveViewer
  /** Called once, when the live view has ended by itself. The error says why; undefined: what the camera shows may no longer be seen. */
  onEnd: (error?: ConnectError) => void
}

interface LiveProblem {
  code: ConnectionProblem
  setting: string | null
  at: Date
}

/** The cameras that are looked at in this process. Each is called once, however many look, and no longer than somebody looks. */
export interface LiveViews {
  /** @returns the function with which the viewer leaves; `full` if the company, or the login, has no place left */
  look(looking: Looking): (() => void) | 'full'
  status(companyId: string, viewId: string): { viewers: number; taken: number; problem: LiveProblem | undefined }
  /** Ends the live views of streams that were changed, removed or moved. For tests; it is done every few seconds. */
  check(): Promise<void>
  stop(): void
}

interface LiveViewDeps {
  cameraGuard: Guard
  watcher: Pick<Watcher, 'show'>
  clock: Clock
  ticker: Ticker
  log: Logger
  /** Where the streams of cameras stand now. A camera that may not be looked at any more is left out. */
  findPlaces: (viewIds: readonly string[]) => Promise<ReadonlyMap<string, LivePlace>>
}

const CHECK_EVERY_MS = 3_000
/** A failure is told for this long. */
const PROBLEM_MS = 5 * 60_000
const MOST_PROBLEMS = 500

interface Running extends LivePlace {
  source: LiveSource
  ending: AbortController
  onEnds: Set<(error?: ConnectError) => void>
  leave: () => void
}

const isSame = (a: LivePlace, b: LivePlace | undefined): boolean =>
  b !== undefined && a.companyId === b.companyId && a.siteId === b.siteId && a.version === b.version

export function createLiveViews(deps: LiveViewDeps): LiveViews {
  const running = new Map<string, Running>()
  const problems = new Map<string, LiveProblem>()
  const cameras = createPlaces({ perHolder: LIVE_VIEW.cameras })
  const viewers = createPlaces({ perHolder: LIVE_VIEW.viewers })
  const logins = createPlaces({ perHolder: LIVE_VIEW.perLogin })
  const taken = (companyId: string): number => [...running.values()].filter((one) => one.companyId === companyId).length

  /** Ends a camera and tells all who look. */
  function end(viewId: string, one: Running, error?: ConnectError): void {
    if (running.get(viewId) !== one) return
    running.delete(viewId)
    one.leave()
    one.ending.abort()
    for (const onEnd of one.onEnds) onEnd(error)
  }

  function fail(viewId: string, one: Running, error: ConnectError): void {
    if (running.get(viewId) !== one) return
    const { problem: code, setting } = error
    if (problems.size >= MOST_PROBLEMS) problems.clear()
    problems.set(viewId, { code, setting, at: deps.clock.now() })
    end(viewId, one, error)
  }

  async function play(viewId: string, one: Running, stream: EnteredStream): Promise<void> {
    try {
      await playStored(deps.cameraGuard, stream, {
        keysOnly: () => one.source.wantsKeysOnly,
        onPicture(picture, track) {
          problems.delete(viewId)
          one.source.push(picture, track)
        },
        signal: one.ending.signal,
      })
    } catch (error) {
      if (one.ending.signal.aborted) return
      if (!(error instanceof ConnectError)) deps.log.error({ err: error, viewId }, 'a live view failed')
      fail(viewId, one, error instanceof ConnectError ? error : new ConnectError('failed'))
    }
  }

  function start({ viewId, companyId, siteId, version, stream }: Looking): Running | undefined {
    const leave = cameras.take(companyId)
    if (!leave) return undefined
    const source = new LiveSource(deps.watcher, `live ${viewId}`, (err) => {
      // Its picture has ended the decoder, and the next one would do the same.
      deps.log.warn({ err, viewId }, 'a picture of a live view could not be made')
      fail(viewId, one, new ConnectError('codec'))
    })
    const one: Running = { companyId, siteId, version, source, ending: new AbortController(), onEnds: new Set(), leave }
    running.set(viewId, one)
    void play(viewId, one, stream)
    return one
  }

  async function check(): Promise<void> {
    if (running.size === 0) return
    const places = await deps.findPlaces([...running.keys()])
    for (const [viewId, one] of running) if (!isSame(one, places.get(viewId))) end(viewId, one)
  }
  // Without the database nobody knows what may be seen.
  const endAll = (err: unknown): void => {
    deps.log.error({ err }, 'live views could not be checked; they end')
    for (const [viewId, one] of running) end(viewId, one)
  }
  let checking: Promise<void> | undefined
  const endChecks = deps.ticker.every(CHECK_EVERY_MS, () => {
    if (checking) return endAll(new Error('the last check has not ended yet'))
    checking = check()
      .catch(endAll)
      .finally(() => (checking = undefined))
  })

  return {
    look(looking) {
      const { viewId, companyId, sessionId, viewer, onEnd } = looking
      const before = running.get(viewId)
      // Its stream has changed since: those who looked before look at another one.
      if (before && !isSame(before, looking)) end(viewId, before)
      const leaves = [logins.take(sessionId), viewers.take(companyId)]
      const one = leaves.includes(undefined) ? undefined : (running.get(viewId) ?? start(looking))
      if (!one) {
        for (const leave of leaves) leave?.()
        return 'full'
      }
      const leaveSource = one.source.add(viewer)
      let isOver = false
      const leave = (): void => {
        if (isOver) return
        isOver = true
        for (const free of leaves) free?.()
        one.onEnds.delete(ended)
        leaveSource()
        if (one.source.count === 0) end(viewId, one)
      }
      const ended = (error?: ConnectError): void => {
        leave()
        onEnd(error)
      }
      one.onEnds.add(ended)
      return leave
    },
    status(companyId, viewId) {
      const problem = problems.get(viewId)
      const isRecent = problem !== undefined && deps.clock.now().getTime() - problem.at.getTime() < PROBLEM_MS
      return {
        viewers: running.get(viewId)?.source.count ?? 0,
        taken: taken(companyId),
        problem: isRecent ? problem : undefined,
      }
    },
    check: () => checking ?? check(),
    stop() {
      endChecks()
      for (const [viewId, one] of running) end(viewId, one)
    },
  }
}
