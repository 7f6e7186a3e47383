/** An item, and how its preparation went. */
export interface Prepared<T, R> {
  item: T
  index: number
  ready: PromiseSettledResult<R>
}

/**
 * Goes through items of which each needs something prepared that runs beside what is done with those before: when an item comes
 * out, the preparations of the next `depth` have begun. Whoever stops early leaves these behind; they end by themselves.
 */
export async function* prepareAhead<T, R>(
  items: readonly T[],
  depth: number,
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<Prepared<T, R>> {
  // Settled, so that one that fails while nobody awaits it yet is no unhandled rejection.
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
