/** Too many callers already wait at a gate. The HTTP layer answers with 503 and asks the client to retry in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Limits how many calls run at once and how many wait. Waiting calls run in the order of their arrival. */
export interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** @param limits how many calls may run at once, and how many may wait before {@link BusyError} is thrown. */
export function createGate(limits: { parallel: number; waiting: number }): Gate {
  const queue: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running >= limits.parallel) {
        if (queue.length >= limits.waiting) throw new BusyError('too many are waiting')
        // A call that ends gives its place directly to the next waiting call, so that no new call can take it.
        await new Promise<void>((resolve) => queue.push(resolve))
      } else {
        running++
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running--
      }
    },
  }
}
