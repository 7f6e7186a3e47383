/** An item with the result of its preparation. */
export interface Prepared<T, R> {
  item: T
  index: number
  ready: PromiseSettledResult<R>
}

/**
 * Yields items whose preparation runs beside the work on earlier ones: when an item is yielded, the preparations of the next `depth` have
 * started. If the caller stops early, these finish unused.
 */
export async function* prepareAhead<T, R>(
  items: readonly T[],
  depth: number,
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<Prepared<T, R>> {
  // Settled, so that a preparation that fails before anybody awaits it causes no unhandled rejection.
  const begin = async (item: T, index: number): Promise<Prepared<T, R>> => {
    const [ready] = await Promise.allSettled([prepare(item)])
    return { item, index, ready }
  }
  const begun = items.slice(0, depth).map(begin)
  for (const index of items.keys()) {
    const following = items[index + depth]
    const current = begun.shift()
    if (following !== undefined) begun.push(begin(following, index + depth))
    if (current !== undefined) yield await current
  }
}
