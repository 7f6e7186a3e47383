import { createTurns } from './turns.ts'

/** Room for the decoded pictures of several alarms at once. */
export interface Room {
  take(): Place
}

/** One alarm's part of a room, given back when it is disposed of. */
export interface Place extends Disposable {
  /**
   * Resolves when the alarms that came before have decoded their pictures, and those still looked at leave so many bytes; at the
   * latest when there are none. Tells how many milliseconds that took.
   */
  enter(bytes: number): Promise<number>
  /** The pictures are decoded and take so much: the next alarm may decode its own. */
  settle(bytes: number): void
}

export function createRoom(bytes: number): Room {
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
