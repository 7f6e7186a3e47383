import type { Line } from '../../platform/connect/connector.ts'

/** While an event lasts, devices repeat it every second. A repetition within this time only says that they are there. */
const REPEATED_MS = 10_000
/** A device has some channels and some kinds of events. One that invents them is not remembered. */
const MOST_KEYS = 1_000

/** Tells whether an event is no one of its own: a repetition, or the end of something that was never reported. */
export function createRepetitions(clock: Line['clock']): (key: string, event: { isOver: boolean }) => boolean {
  const storedAt = new Map<string, number>()
  return (key, { isOver }) => {
    const before = storedAt.get(key)
    const now = clock.now().getTime()
    if (isOver) return !storedAt.delete(key)
    // A time that is still to come is of a clock that was set back since.
    if (before !== undefined && before <= now && now - before < REPEATED_MS) return true
    if (before !== undefined || storedAt.size < MOST_KEYS) storedAt.set(key, now)
    return false
  }
}
