import { MAX_MESSAGE_BYTES } from '@winnow/contract'

/**
 * Bytes of messages that are read at once, whichever way they came. Reading holds a message several times over, and a process that runs out of
 * memory fails every tenant.
 */
const ROOM_BYTES = 2 * MAX_MESSAGE_BYTES

/** Lets messages be read whose bytes fit into memory together. */
export interface ReadingRoom {
  /**
   * Waits for room, in the order of arrival.
   * @param withinMs after so long it is given up; left out, it waits for as long as it takes
   * @returns how to give the room back; undefined when there was none in time
   */
  enter(bytes: number, withinMs?: number): Promise<(() => void) | undefined>
}

export function createReadingRoom(size = ROOM_BYTES): ReadingRoom {
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
      // One that is larger than the whole room has it for itself.
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
              // Those behind it may fit where it did not.
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
