import type { StreamPicture } from '@winnow/vision'

/** A key frame and when it came, in milliseconds of a clock that is never set. */
export interface HeldPicture {
  picture: StreamPicture
  at: number
}

const MOST = 3
const MOST_BYTES = 3 * 1024 * 1024
const MOST_MS = 20_000

/** The last key frames of a stream, as they came: what was seen just before a trigger. */
export class RecentPictures {
  #held: HeldPicture[] = []

  /** Those before `at` that are not too old, the oldest first. */
  before(at: number): HeldPicture[] {
    return this.#held.filter((held) => held.at < at && at - held.at <= MOST_MS)
  }

  last(): HeldPicture | undefined {
    return this.#held.at(-1)
  }

  add(held: HeldPicture): void {
    this.#held.push(held)
    let bytes = this.#held.reduce((sum, { picture }) => sum + picture.bytes.length, 0)
    while (this.#held.length > MOST || (bytes > MOST_BYTES && this.#held.length > 1))
      bytes -= this.#held.shift()?.picture.bytes.length ?? 0
  }
}
