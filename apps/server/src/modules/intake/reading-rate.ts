/** The rate before anything was measured, in messages per second: what two cores read beside everything else. */
const FIRST_RATE = 40
/** The rate is measured over this time. */
const WINDOW_MS = 10_000
/** A measurement over less than this only counts if it is faster than the known rate, since reading starts with one message at a time. */
const TRUSTED_MS = 4_000

/** How fast all processes together read messages. */
export interface ReadingRate {
  /**
   * @param atMs time of a monotonic clock
   * @param read messages read until then, counted from any start
   */
  measured(atMs: number, read: number): void
  /** Restarts counting. The rate stays until it is measured again. */
  restart(): void
  /** The time in milliseconds to read this many messages. */
  timeFor(messages: number): number
}

export function createReadingRate(): ReadingRate {
  let samples: { atMs: number; read: number }[] = []
  let perSecond = FIRST_RATE
  return {
    measured(atMs, read) {
      samples = [...samples.filter((sample) => atMs - sample.atMs <= WINDOW_MS), { atMs, read }]
      const [first] = samples
      if (!first || atMs <= first.atMs) return
      const measured = ((read - first.read) * 1000) / (atMs - first.atMs)
      perSecond = atMs - first.atMs >= TRUSTED_MS ? measured : Math.max(measured, perSecond)
    },
    restart: () => void (samples = []),
    timeFor: (messages) => (messages === 0 ? 0 : (messages * 1000) / Math.max(perSecond, 0.001)),
  }
}
