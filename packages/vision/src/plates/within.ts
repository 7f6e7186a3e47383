/** Longest delay of a timer. With a longer one, the timer would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Settles like the given promise, or rejects after `ms` milliseconds. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} took longer than ${Math.round(ms)} ms`)),
      Math.min(ms, LONGEST_MS),
    )
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
