import { type CodedPicture, toAnnexB, type VideoTrack } from '@winnow/intake'
import { isMasked, type Look, type Polygon, type StreamPicture, type Watcher } from '@winnow/vision'
import { ConnectError, type Line } from '../../platform/connect/connector.ts'
import { messageOf, showPictures } from './alarm-message.ts'
import { RecentPictures, type HeldPicture } from './recent-pictures.ts'

/** Key frames in a row that cannot be decoded, after which the stream is none. */
const MOST_BROKEN = 20

export interface WatchParts {
  line: Line
  watcher: Watcher
  coolDownSeconds: number
  /** The host that is named as the sender. */
  host: string
  /** The masks of the camera at this moment. */
  masks: () => Promise<readonly Polygon[]>
  /** A clock that is never set. */
  monotonicMs: () => number
}

/** Looks at each key frame of a stream, and makes an alarm where something moves. */
export class StreamWatch {
  readonly #parts: WatchParts
  readonly #recent = new RecentPictures()
  #quietUntil = -Infinity
  #broken = 0

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  /** @throws ConnectError if the stream cannot be decoded, or its picture ended the decoder */
  async look({ nals }: CodedPicture, { codec }: VideoTrack): Promise<void> {
    const { watcher, line, monotonicMs } = this.#parts
    const held: HeldPicture = { picture: { codec, bytes: toAnnexB(nals) }, at: monotonicMs() }
    // Taken now: while the decoder is busy, newer ones come.
    const shown = [...this.#recent.before(held.at), held]
    this.#recent.add(held)
    const look = await this.#lookAt(watcher, line.connection.id, held.picture)
    this.#broken = look.kind === 'broken' ? this.#broken + 1 : 0
    if (this.#broken >= MOST_BROKEN) throw new ConnectError('codec')
    if (look.kind !== 'moved' || this.#isQuiet(held)) return
    const masks = await this.#parts.masks()
    // Another key frame may have made an alarm meanwhile.
    if (look.boxes.some((box) => !isMasked(box, masks)) && !this.#isQuiet(held)) await this.#trigger(shown, held.at)
  }

  #isQuiet({ at }: HeldPicture): boolean {
    return at < this.#quietUntil || this.#parts.line.signal.aborted
  }

  async #lookAt(watcher: Watcher, stream: string, picture: StreamPicture): Promise<Look> {
    try {
      return await watcher.look(stream, picture)
    } catch (error) {
      throw new ConnectError('codec', { cause: error })
    }
  }

  /** Makes an alarm of a key frame that shows motion, the last one, and those before it. */
  async #trigger(shown: readonly HeldPicture[], movedAt: number): Promise<void> {
    const { line, host } = this.#parts
    const before = this.#quietUntil
    this.#quietUntil = movedAt + this.#parts.coolDownSeconds * 1_000
    try {
      const media = await showPictures(this.#parts, shown)
      await line.acceptSignal({
        source: 'rtsp',
        body: messageOf('motion', media),
        rawType: 'application/json',
        remoteAddress: host,
        idempotencyKey: `${line.connection.id} ${line.clock.now().getTime()}`,
      })
    } catch (error) {
      // What could not be stored is tried again with the next key frame that shows motion.
      this.#quietUntil = before
      line.log.warn({ err: error, connectionId: line.connection.id }, 'motion of a stream could not be stored')
    }
  }
}
