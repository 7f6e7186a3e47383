/** Arriving items, and a way to wait for the n-th without polling. */
export interface Arrivals<T> {
  items: readonly T[]
  add(item: T): void
  reach(count: number, timeoutMs?: number): Promise<readonly T[]>
}

/** Stores arriving items in order. `what` names the items in the error of a wait that took too long. */
export function createArrivals<T>(what: string): Arrivals<T> {
  const items: T[] = []
  const waiting = new Set<() => void>()
  return {
    items,
    add(item) {
      items.push(item)
      for (const check of waiting) check()
    },
    reach(count, timeoutMs = 10_000) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly T[]>()
      const done = (finish: () => void): void => {
        clearTimeout(timer)
        waiting.delete(check)
        finish()
      }
      const check = (): void => {
        if (items.length >= count) done(() => resolve(items))
      }
      const timer = setTimeout(
        () => done(() => reject(new Error(`Waited ${timeoutMs} ms for ${count} ${what}, got ${items.length}`))),
        timeoutMs,
      )
      waiting.add(check)
      check()
      return promise
    },
  }
}
