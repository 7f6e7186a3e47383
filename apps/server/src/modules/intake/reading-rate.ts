/** Before anything was measured, in messages per second: what two cores read beside everything else. */
const FIRST_RATE = 40
/** Measured over the last so many milliseconds. */
const WINDOW_MS = 10_000
/** Over less than this only what is faster than known is believed: reading begins with one message at a time. */
const TRUSTED_MS = 4_000

/** How fast messages are read, by all processes together. */
export interface ReadingRate {
  /**
   * @param atMs by a clock that nobody can set
   * @param read messages read until then, counted from any beginning
   */
  measured(atMs: number, read: number): void
  /** Counting begins anew; the rate stays until it is measured again. */
  restart(): void
  /** How long so many messages take, in milliseconds. */
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
