import { createTurns } from './turns.ts'

/** Limits the memory that the decoded pictures of all alarms use together. */
export interface MemoryLimit {
  take(): Place
}

/** One alarm's share of the memory, released when it is disposed of. */
export interface Place extends Disposable {
  /**
   * Resolves when all earlier alarms have decoded their pictures and this many bytes are free, or no other alarm holds memory. Resolves to
   * the waiting time in milliseconds.
   */
  enter(bytes: number): Promise<number>
  /** Reports that the pictures are decoded and use this many bytes. After that, the next alarm may decode its pictures. */
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
