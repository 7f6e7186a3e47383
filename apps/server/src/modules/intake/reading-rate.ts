/** The assumed rate before the first measurement, in messages per second: the rate of two cores that have other work too. */
const FIRST_RATE = 40
/** The rate is measured over this time. */
const WINDOW_MS = 10_000
/**
 * A measurement over a shorter time than this is used only if it is faster than the known rate, since reading is slow at its start, when
 * one message is read at a time.
 */
const TRUSTED_MS = 4_000

/** How fast all processes together read messages. */
export interface ReadingRate {
  /**
   * Adds a measurement.
   * @param atMs the time of a monotonic clock, in milliseconds
   * @param read the number of messages read until then, counted since the last restart
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
