import { createTurns } from './turns.ts'

/** Limits the memory of decoded pictures of several alarms. */
export interface MemoryLimit {
  take(): Place
}

/** One alarm's share of the memory, released when it is disposed of. */
export interface Place extends Disposable {
  /**
   * Resolves when earlier alarms have decoded their pictures and the others leave this many bytes, or when there are no others. Returns the
   * milliseconds that it waited.
   */
  enter(bytes: number): Promise<number>
  /** The pictures are decoded and use this many bytes. The next alarm may decode its own. */
  settle(bytes: number): void
}

export function createMemoryLimit(bytes: number): MemoryLimit {
  const turns = createTurns()
  let held = 0
  let changed = Promise.withResolvers<void>()
  return {
    take: () => {
      const turn = turns.take()
      let mine = 0
      const hold = (next: number) => {
        held += next - mine
        mine = next
        changed.resolve()
        changed = Promise.withResolvers()
      }
      return {
        enter: async (wanted) => {
          const asked = performance.now()
          await turn.came
          const isFull = () => held > 0 && held + wanted > bytes
          while (isFull()) await changed.promise
          hold(wanted)
          return performance.now() - asked
        },
        settle: (kept) => {
          hold(kept)
          turn.pass()
        },
        [Symbol.dispose]: () => {
          hold(0)
          turn.pass()
        },
      }
    },
  }
}
