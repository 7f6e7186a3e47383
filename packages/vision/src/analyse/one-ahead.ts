/** An item, and how its preparation went. */
export interface Prepared<T, R> {
  item: T
  ready: PromiseSettledResult<R>
}

/**
 * Goes through items of which each needs something prepared that runs beside what is done with the one before: the preparation of
 * the next item has begun when an item comes out. Whoever stops early leaves one preparation behind, which ends by itself.
 */
export async function* oneAhead<T, R>(
  items: readonly T[],
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<Prepared<T, R>> {
  // Settled, so that one that fails while nobody awaits it yet is no unhandled rejection.
  const begin = async (item: T): Promise<Prepared<T, R>> => {
    const [ready] = await Promise.allSettled([prepare(item)])
    return { item, ready }
  }
  let next: Promise<Prepared<T, R>> | undefined
  for (const [index, item] of items.entries()) {
    const current = await (next ?? begin(item))
    const following = items[index + 1]
    next = following === undefined ? undefined : begin(following)
    yield current
  }
}
