import { BusyError } from '../crypto/gate.ts'

/** Limits concurrent work, round-robin between keys. A queue under one key delays the work of another key by one turn only. */
export interface FairGate {
  /** @throws BusyError when too many calls wait. The last call of the longest queue is refused, which need not be the new call */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  go(): void
  refuse(): void
}

/** @param limits how many calls may run at once and how many may wait, over all keys */
export function createFairGate(limits: { parallel: number; waiting: number }): FairGate {
  /** The queues by key. The first key is the next one to be served. */
  const queues = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  function next(): Waiting | undefined {
    const [turn] = queues
    if (!turn) return undefined
    const [key, queue] = turn
    const first = queue.shift()
    queues.delete(key)
    if (queue.length > 0) queues.set(key, queue)
    waiting--
    return first
  }

  function refuseOne(newcomer: string): void {
    let longest = queues.get(newcomer) ?? []
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue
    waiting--
    longest.pop()?.refuse()
    for (const [key, queue] of queues) if (queue.length === 0) queues.delete(key)
  }

  return {
    async run(key, work) {
      if (running >= limits.parallel) {
        await new Promise<void>((go, reject) => {
          const queue = queues.get(key) ?? []
          queue.push({ go, refuse: () => reject(new BusyError('too many are waiting')) })
          queues.set(key, queue)
          waiting++
          if (waiting > limits.waiting) refuseOne(key)
        })
      } else {
        running++
      }
      try {
        return await work()
      } finally {
        // A call that ends gives its place directly to the next waiting call, so that no new call can take it.
        const following = next()
        if (following) following.go()
        else running--
      }
    },
  }
}
