/**
 * Waits for a condition that other parts of the program bring about, and fails with its name otherwise. The limit is
 * slightly below a test's own, because a busy machine may be slow.
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
