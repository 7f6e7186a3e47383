/**
 * Begins all things at once and gives their outcomes in the order of the things. Who does them one after the other has the next at
 * hand, however busy the thread is that asked.
 */
export async function* inOrder<T>(things: readonly (() => Promise<T>)[]): AsyncGenerator<PromiseSettledResult<T>> {
  // Settled, so that one that fails while nobody awaits it yet is no unhandled rejection.
  const begin = async (thing: () => Promise<T>): Promise<PromiseSettledResult<T>> => {
    const [outcome] = await Promise.allSettled([thing()])
    return outcome
  }
  for (const begun of things.map(begin)) yield await begun
}
