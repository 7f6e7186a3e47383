/**
 * Waits for a condition that other parts of the program bring about, and fails loudly when it does not come. A busy machine may take long:
 * the limit is a little less than a test's own, so that what did not happen is named.
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
