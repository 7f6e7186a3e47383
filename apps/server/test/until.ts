/** Waits for a condition that other parts of the program bring about, and fails loudly when it does not come. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 15_000,
): Promise<T> {
  const end = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`${what} did not happen within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
