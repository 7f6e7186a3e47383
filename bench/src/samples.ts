/** Durations of a repeated operation, in milliseconds. */
export interface Samples {
  min: number
  p50: number
  p95: number
  max: number
  n: number
}

/** The smallest value that at least the given share of the values does not exceed (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function summarise(values: readonly number[]): Samples {
  return {
    // Not `Math.min(...)`: a function takes no hundred thousand arguments.
    min: percentile(values, 0),
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
    max: percentile(values, 1),
    n: values.length,
  }
}

/**
 * Runs an operation repeatedly and measures each run. The first runs are not counted: they fill caches that are already full in a running
 * program.
 * @param before runs before each measurement and is not counted. It simulates what happens between two uses in a running program
 */
export async function measure(
  times: number,
  work: (index: number) => Promise<unknown>,
  warmUp = 2,
  before: () => Promise<void> = async () => {},
): Promise<Samples> {
  for (let index = 0; index < warmUp; index++) await work(index)
  const values: number[] = []
  for (let index = 0; index < times; index++) {
    await before()
    const began = performance.now()
    await work(index)
    values.push(performance.now() - began)
  }
  return summarise(values)
}
