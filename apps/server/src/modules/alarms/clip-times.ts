/** How long a picture is shown at least, so that it is seen, and at most, so that nobody waits. In milliseconds. */
const [LEAST_MS, MOST_MS] = [400, 2_000]
/** How long a picture is shown where its time or that of the next one is unknown, and the last one. */
const USUAL_MS = 1_000

/**
 * How long a clip shows each of the pictures of an alarm: until the next one was taken.
 * @param offsets when they were taken, in milliseconds from the first, in their order; null where that is unknown
 */
export const clipTimes = (offsets: readonly (number | null)[]): number[] =>
  offsets.map((offset, index) => {
    const next = offsets[index + 1]
    if (offset === null || next === null || next === undefined || next < offset) return USUAL_MS
    return Math.min(MOST_MS, Math.max(LEAST_MS, next - offset))
  })

/** So many of the items, evenly chosen, the first and the last among them. */
export const evenlyChosen = <T>(items: readonly T[], most: number): T[] =>
  items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, index) => items[Math.round((index * (items.length - 1)) / (most - 1))]).filter(
        (item) => item !== undefined,
      )
