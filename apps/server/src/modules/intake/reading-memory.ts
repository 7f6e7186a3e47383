import { MAX_MESSAGE_BYTES } from '@winnow/contract'

/**
 * Limit on the bytes of messages that are read at the same time, by mail and HTTP together. Reading a message needs several times its size
 * in memory, and a process that runs out of memory fails for all tenants.
 */
const READING_BYTES = 2 * MAX_MESSAGE_BYTES

/** Limits the messages that are read at the same time by the memory they need. */
export interface ReadingMemory {
  /**
   * Waits for memory, in the order of arrival.
   * @param withinMs the longest time to wait in milliseconds; without it, the wait has no limit
   * @returns a function that releases the memory; undefined if the time is over
   */
  enter(bytes: number, withinMs?: number): Promise<(() => void) | undefined>
}

export function createReadingMemory(size = READING_BYTES): ReadingMemory {
  let free = size
  const queue: { wanted: number; admit: () => void }[] = []

  const admitNext = (): void => {
    for (let first = queue[0]; first !== undefined && first.wanted <= free; first = queue[0]) {
      queue.shift()
      free -= first.wanted
      first.admit()
    }
  }
  return {
    async enter(bytes, withinMs) {
      // A message larger than the whole limit is read alone.
      const wanted = Math.min(bytes, size)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const place = { wanted, admit: () => resolve(true) }
      queue.push(place)
      admitNext()
      const timer =
        withinMs === undefined
          ? undefined
          : setTimeout(() => {
              const at = queue.indexOf(place)
              if (at < 0) return
              queue.splice(at, 1)
              resolve(false)
              // The next message in the queue may be smaller, and fit although this one did not.
              admitNext()
            }, withinMs)
      const isAdmitted = await promise
      clearTimeout(timer)
      if (!isAdmitted) return undefined
      return () => {
        free += wanted
        admitNext()
      }
    },
  }
}
