/** Durations of one thing done many times, in milliseconds. */
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
    min: Math.min(...values),
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
    max: Math.max(...values),
    n: values.length,
  }
}

/**
 * Does something again and again, one after the other, and says how long it took. The first tries are not counted: they fill
 * caches that a running program has full.
 * @param before done before each try and not counted: what happens between two looks of a running program
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
