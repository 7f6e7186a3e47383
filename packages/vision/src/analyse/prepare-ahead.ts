/** An item with the result of its preparation. */
export interface Prepared<T, R> {
  item: T
  index: number
  ready: PromiseSettledResult<R>
}

/**
 * Yields each item when it is prepared. The preparations of the next `depth` items have started by then, so they run while the caller works
 * on this item. If the caller stops early, the results of these preparations are not used.
 */
export async function* prepareAhead<T, R>(
  items: readonly T[],
  depth: number,
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<Prepared<T, R>> {
  // Uses `allSettled`, so that a preparation that fails before anybody awaits it causes no unhandled rejection.
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
