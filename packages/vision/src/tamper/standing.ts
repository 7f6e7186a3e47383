import { SAME_EVENT_MS } from '../memory/recall.ts'
import type { TamperMemory } from './tamper-memory.ts'

type Standing = TamperMemory['standing'][keyof TamperMemory['standing']]

/** Returns the time since which a fact has held, and in how many alarms. An alarm without information (`holds` is null) changes nothing. */
export function standingAfter(before: Standing, holds: boolean | null, now: Date): Standing {
  if (holds === null) return before
  if (!holds) return undefined
  const last = now.toISOString()
  if (before === undefined) return { since: last, alarms: 1, last }
  const isSameEvent = now.getTime() - Date.parse(before.last) < SAME_EVENT_MS
  return isSameEvent ? before : { since: before.since, alarms: before.alarms + 1, last }
}
