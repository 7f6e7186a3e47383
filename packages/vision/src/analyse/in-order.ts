/**
 * Starts all tasks at once and yields their results in the order of the tasks. A worker that does one task after another can therefore
 * begin the next one at once, even if the calling thread is busy.
 */
export async function* inOrder<T>(things: readonly (() => Promise<T>)[]): AsyncGenerator<PromiseSettledResult<T>> {
  // Uses `allSettled`, so that a task that fails before anybody awaits it causes no unhandled rejection.
  const begin = async (thing: () => Promise<T>): Promise<PromiseSettledResult<T>> => {
    const [outcome] = await Promise.allSettled([thing()])
    return outcome
  }
  for (const begun of things.map(begin)) yield await begun
}
