/** Too many callers already wait at a gate. Becomes a 503 at the edge: try again in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Limits how many run at once and how many wait, first come, first served. */
export interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** @param limits how many may run at once, and how many may wait before {@link BusyError} is thrown. */
export function createGate(limits: { parallel: number; waiting: number }): Gate {
  const queue: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running >= limits.parallel) {
        if (queue.length >= limits.waiting) throw new BusyError('too many are waiting')
        // The place passes directly to the next one, so that no newcomer can take it.
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
