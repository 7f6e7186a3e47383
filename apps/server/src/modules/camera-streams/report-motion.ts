import { setTimeout as wait } from 'node:timers/promises'
import { type CodedPicture, toAnnexB, type VideoTrack } from '@winnow/intake'
import type { Watcher } from '@winnow/vision'
import type { Line } from '../../platform/connect/connector.ts'
import { storeEvent } from '../connect/index.ts'
import { messageOf, showPictures } from './alarm-message.ts'
import { type HeldPicture, RecentPictures } from './recent-pictures.ts'

/** How long the first key frame after the event is waited for. */
const NEXT_MS = 4_000

export interface ReportParts {
  line: Line
  watcher: Pick<Watcher, 'show'>
  coolDownSeconds: number
  /** The host that is named as the sender. */
  host: string
  /** A clock that is never set. */
  monotonicMs: () => number
  nextMs?: number
}

/** Makes alarms of motion that a camera reports, with the key frames around it. Nothing is decoded before that. */
export class MotionReports {
  readonly #parts: ReportParts
  readonly #recent = new RecentPictures()
  /** What happened before this connection keeps nothing quiet that happens now. */
  readonly #quietUntil = { late: -Infinity, now: -Infinity }
  #next = Promise.withResolvers<void>()

  constructor(parts: ReportParts) {
    this.#parts = parts
  }

  /** Keeps a key frame of the stream. */
  hold({ nals }: CodedPicture, { codec }: VideoTrack): void {
    this.#recent.add({ picture: { codec, bytes: toAnnexB(nals) }, at: this.#parts.monotonicMs() })
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  /**
   * Makes an alarm, unless one was made a moment ago.
   * @param options `isLate`: it happened before this connection, so the stream shows another moment
   * @throws ConnectError if it cannot be stored for half a minute
   */
  async report(event: string, { isLate }: { isLate: boolean }): Promise<void> {
    const { line, watcher, host, coolDownSeconds, monotonicMs } = this.#parts
    const at = monotonicMs()
    const when = isLate ? 'late' : 'now'
    if (at < this.#quietUntil[when]) return
    this.#quietUntil[when] = at + coolDownSeconds * 1_000
    const shown = isLate ? [] : await this.#around(at)
    const media = await showPictures({ line, watcher }, shown)
    // One event has one key, however often it is tried to store it.
    const idempotencyKey = `${line.connection.id} ${line.clock.now().getTime()}`
    await storeEvent(line, () => ({
      source: 'rtsp',
      body: messageOf(event, media),
      rawType: 'application/json',
      remoteAddress: host,
      idempotencyKey,
    }))
  }

  /** The key frames before the event, and the next one if it comes in time. */
  async #around(at: number): Promise<HeldPicture[]> {
    const before = this.#recent.before(at)
    const given = new AbortController()
    const { signal } = this.#parts.line
    const timeUp = wait(this.#parts.nextMs ?? NEXT_MS, undefined, { signal: AbortSignal.any([signal, given.signal]) })
    await Promise.race([this.#next.promise, timeUp.catch(() => undefined)])
    given.abort()
    const last = this.#recent.last()
    return last && last.at >= at ? [...before, last] : before
  }
}
