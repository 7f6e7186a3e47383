/**
 * Starts all tasks at once and yields their results in order. If a worker does them one after another, it has the next one at hand, however
 * busy the calling thread is.
 */
export async function* inOrder<T>(things: readonly (() => Promise<T>)[]): AsyncGenerator<PromiseSettledResult<T>> {
  // Settled, so that a task that fails before anybody awaits it causes no unhandled rejection.
  const begin = async (thing: () => Promise<T>): Promise<PromiseSettledResult<T>> => {
    const [outcome] = await Promise.allSettled([thing()])
    return outcome
  }
  for (const begun of things.map(begin)) yield await begun
}
