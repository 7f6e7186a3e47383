/** Too many callers wait at a gate already. At the edge this is a 503: try again in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Lets a few run at once and a bounded number wait, in the order they came. */
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
        // The one that leaves hands its place over, so nobody who comes in between can take it.
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
