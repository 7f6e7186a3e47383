/**
 * Waits until a condition becomes true by the work of other parts of the program. Fails with the name of the condition after a time
 * slightly below the timeout of a test. The time is so long because a busy machine may be slow.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 50_000,
): Promise<T> {
  const end = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`${what} did not happen within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
