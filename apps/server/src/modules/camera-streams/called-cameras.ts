import { LIVE_VIEW } from '@winnow/contract'
import type { Guard } from '@winnow/delivery'
import { createPlaces } from '@winnow/domain'
import type { Watcher } from '@winnow/vision'
import { ConnectError } from '../../platform/connect/connector.ts'
import type { Logger } from '../../platform/log.ts'
import type { LiveProblems } from './live-problems.ts'
import { LiveSource } from './live-source.ts'
import { type EnteredStream, playStored } from './play-stored.ts'

/** Where a stream stands: if any of it changes, its live views end. */
export interface LivePlace {
  companyId: string
  siteId: string
  /** A stream that is set anew after it was removed has another connection, whose version begins at the same number. */
  connectionId: string
  version: number
}

export interface CalledCamera extends LivePlace {
  source: LiveSource
  ending: AbortController
  /** Called once for each who looks, when the camera ends by itself. */
  onEnds: Set<(error?: ConnectError) => void>
  leave: () => void
}

export const isSamePlace = (a: LivePlace, b: LivePlace | undefined): boolean =>
  b !== undefined &&
  a.companyId === b.companyId &&
  a.siteId === b.siteId &&
  a.connectionId === b.connectionId &&
  a.version === b.version

interface CalledCamerasDeps {
  cameraGuard: Guard
  watcher: Pick<Watcher, 'show'>
  log: Logger
}

/** The cameras that are called for those who look. Each is called once. */
export class CalledCameras {
  readonly #deps: CalledCamerasDeps
  readonly #problems: LiveProblems
  readonly #running = new Map<string, CalledCamera>()
  readonly #places = createPlaces({ perHolder: LIVE_VIEW.cameras })

  constructor(deps: CalledCamerasDeps, problems: LiveProblems) {
    this.#deps = deps
    this.#problems = problems
  }

  get(viewId: string): CalledCamera | undefined {
    return this.#running.get(viewId)
  }

  all(): [string, CalledCamera][] {
    return [...this.#running]
  }

  /** @returns undefined if the company has no place left */
  start(viewId: string, place: LivePlace, stream: EnteredStream): CalledCamera | undefined {
    const leave = this.#places.take(place.companyId)
    if (!leave) return undefined
    const source = new LiveSource(this.#deps.watcher, `live ${viewId}`, (err) => {
      // Its picture has ended the decoder, and the next one would do the same.
      this.#deps.log.warn({ err, viewId }, 'a picture of a live view could not be made')
      this.#fail(viewId, one, new ConnectError('codec'))
    })
    const { companyId, siteId, connectionId, version } = place
    const ending = new AbortController()
    const one: CalledCamera = { companyId, siteId, connectionId, version, source, ending, onEnds: new Set(), leave }
    this.#running.set(viewId, one)
    void this.#play(viewId, one, stream)
    return one
  }

  /** Ends a camera and tells all who look. */
  end(viewId: string, one: CalledCamera, error?: ConnectError): void {
    if (this.#running.get(viewId) !== one) return
    this.#running.delete(viewId)
    one.leave()
    one.ending.abort()
    for (const onEnd of one.onEnds) onEnd(error)
  }

  endAll(): void {
    for (const [viewId, one] of this.#running) this.end(viewId, one)
  }

  #fail(viewId: string, one: CalledCamera, error: ConnectError): void {
    if (this.#running.get(viewId) !== one) return
    this.#problems.note(viewId, error)
    this.end(viewId, one, error)
  }

  async #play(viewId: string, one: CalledCamera, stream: EnteredStream): Promise<void> {
    try {
      await playStored(this.#deps.cameraGuard, stream, {
        keysOnly: () => one.source.wantsKeysOnly,
        onPicture: (picture, track) => {
          this.#problems.forget(viewId)
          one.source.push(picture, track)
        },
        signal: one.ending.signal,
      })
    } catch (error) {
      if (one.ending.signal.aborted) return
      if (!(error instanceof ConnectError)) this.#deps.log.error({ err: error, viewId }, 'a live view failed')
      this.#fail(viewId, one, error instanceof ConnectError ? error : new ConnectError('failed'))
    }
  }
}
