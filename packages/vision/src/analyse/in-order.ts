/**
 * Does one thing after the other. An outcome comes out when the next thing has begun, so that whatever is made of the outcome is made
 * beside it.
 */
export async function* oneAhead<T>(things: readonly (() => Promise<T>)[]): AsyncGenerator<PromiseSettledResult<T>> {
  const begin = async (thing: () => Promise<T>): Promise<PromiseSettledResult<T>> => {
    const [outcome] = await Promise.allSettled([thing()])
    return outcome
  }
  let running = things[0] && begin(things[0])
  for (const index of things.keys()) {
    const outcome = await running
    const next = things[index + 1]
    running = next && begin(next)
    if (outcome !== undefined) yield outcome
  }
}
