import { createHash } from 'node:crypto'
import { z } from 'zod'

/** How far the events of a system were read. */
export interface Position {
  /** Empty: there is no session to resume. */
  sessionId: string
  /** The last event that was received in it. */
  eventId: string
  /** The time of the last event by the system's clock, never later than ours. What was missed is looked for from then on. */
  at: string
  /** The last time at which the connection was known to work. */
  aliveAt: string
  /** The subscription of the session. */
  types: string
  /** Searches for missed events that failed one after the other, none of which came further than the one before. */
  failedSearches: number
}

const time = z.iso.datetime()
const position = z.object({
  sessionId: z.string(),
  eventId: z.string(),
  at: time,
  aliveAt: time,
  types: z.string(),
  failedSearches: z.int().min(0).default(0),
})

/** Reads a stored position; undefined if there is none. */
export function readPosition(text: string | null): Position | undefined {
  if (text === null) return undefined
  try {
    return position.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Tells subscriptions apart. */
export const subscriptionMark = (types: readonly string[]): string =>
  createHash('sha256').update(types.toSorted().join(' ')).digest('hex').slice(0, 16)
