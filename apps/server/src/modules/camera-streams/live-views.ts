import { LIVE_VIEW } from '@winnow/contract'
import type { Guard } from '@winnow/delivery'
import { createPlaces } from '@winnow/domain'
import type { Watcher } from '@winnow/vision'
import type { Clock, Ticker } from '../../platform/clock.ts'
import type { ConnectError } from '../../platform/connect/connector.ts'
import type { Logger } from '../../platform/log.ts'
import { CalledCameras, isSamePlace, type LivePlace } from './called-cameras.ts'
import { createLiveProblems, type LiveProblem } from './live-problems.ts'
import type { LiveViewer } from './live-source.ts'
import type { EnteredStream } from './play-stored.ts'

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

export function createLiveViews(deps: LiveViewDeps): LiveViews {
  const problems = createLiveProblems(deps.clock)
  const cameras = new CalledCameras(deps, problems)
  const viewers = createPlaces({ perHolder: LIVE_VIEW.viewers })
  const logins = createPlaces({ perHolder: LIVE_VIEW.perLogin })
  const checks = keepChecked(cameras, deps)
  return {
    look(looking) {
      const { viewId, companyId, sessionId, viewer, onEnd } = looking
      const before = cameras.get(viewId)
      // Its stream has changed since: those who looked before look at another one.
      if (before && !isSamePlace(before, looking)) cameras.end(viewId, before)
      const leaves = [logins.take(sessionId), viewers.take(companyId)]
      const one = leaves.includes(undefined)
        ? undefined
        : (cameras.get(viewId) ?? cameras.start(viewId, looking, looking.stream))
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
        if (one.source.count === 0) cameras.end(viewId, one)
      }
      const ended = (error?: ConnectError): void => {
        leave()
        onEnd(error)
      }
      one.onEnds.add(ended)
      return leave
    },
    status: (companyId, viewId) => ({
      viewers: cameras.get(viewId)?.source.count ?? 0,
      taken: cameras.all().filter(([, one]) => one.companyId === companyId).length,
      problem: problems.of(viewId),
    }),
    check: checks.check,
    stop() {
      checks.stop()
      cameras.endAll()
    },
  }
}

/** Ends the cameras whose streams were changed, removed or moved, every few seconds. */
function keepChecked(cameras: CalledCameras, { log, ticker, findPlaces }: LiveViewDeps) {
  async function check(): Promise<void> {
    const called = cameras.all()
    if (called.length === 0) return
    const places = await findPlaces(called.map(([viewId]) => viewId))
    for (const [viewId, one] of called) if (!isSamePlace(one, places.get(viewId))) cameras.end(viewId, one)
  }
  // Without the database nobody knows what may be seen.
  const endAll = (err: unknown): void => {
    log.error({ err }, 'live views could not be checked; they end')
    cameras.endAll()
  }
  let checking: Promise<void> | undefined
  const stop = ticker.every(CHECK_EVERY_MS, () => {
    if (checking) return endAll(new Error('the last check has not ended yet'))
    checking = check()
      .catch(endAll)
      .finally(() => (checking = undefined))
  })
  return { check: () => checking ?? check(), stop }
}
