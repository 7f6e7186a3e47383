import { LIMITS } from '../limits.ts'

/** The part of a clip to read, in seconds from its start. */
export interface ClipWindow {
  from: number
  to: number
  /** The times of the pictures to read, ascending. */
  times: number[]
}

/**
 * Spreads the pictures around the middle of a clip. The event is in the middle, because recorders add some seconds before and after it.
 * Pictures are between a third of a second and two seconds apart, close enough to follow a walking person.
 */
export function sampleTimes(durationSeconds: number): ClipWindow {
  const span = Math.min(durationSeconds, LIMITS.clipSeconds)
  const middle = durationSeconds / 2
  const count = Math.max(1, Math.min(LIMITS.clipFrames, Math.floor(span / 0.3)))
  const step = span / count
  const from = middle - span / 2
  return { from, to: from + span, times: Array.from({ length: count }, (_, index) => from + step * (index + 0.5)) }
}

/** The slots of `denseTimes` between which those of `sampleTimes` lie. */
const DENSITY = 3
/** The least time between two pictures of a clip that is looked at densely, in seconds. Below it, they show about the same. */
const LEAST_STEP = 0.15

/** Whether a slot of `denseTimes` is the time of a picture of `sampleTimes`. */
export const isUsualSlot = (slot: number): boolean => slot % DENSITY === 1

/** Three times as many times as `sampleTimes`, with its times among them. Undefined if the clip is too short for more. */
export function denseTimes(durationSeconds: number): ClipWindow | undefined {
  const { from, to, times } = sampleTimes(durationSeconds)
  const step = (to - from) / times.length / DENSITY
  if (step < LEAST_STEP) return undefined
  return { from, to, times: times.flatMap((time) => [time - step, time, time + step]) }
}

/**
 * Keeps a bounded, evenly spaced sample of a sequence of unknown length. When it holds twice as many items as wanted, it drops every other
 * one, and from then on takes only every other one.
 */
export class SpreadSample<T> {
  readonly #limit: number
  #kept: T[] = []
  #stride = 1
  #seen = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether the next item will be kept. If not, the caller need not create it. */
  wantsNext(): boolean {
    return this.#seen % this.#stride === 0
  }

  skip(): void {
    this.#seen += 1
  }

  add(item: T): void {
    this.#seen += 1
    this.#kept.push(item)
    if (this.#kept.length < this.#limit * 2) return
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0)
    this.#stride *= 2
  }

  /** At most `limit` of the kept items, evenly spaced. */
  take(): T[] {
    const count = Math.min(this.#limit, this.#kept.length)
    return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * this.#kept.length) / count)).flatMap(
      (index) => this.#kept[index] ?? [],
    )
  }
}
