import { isRecord, jsonOf, readXprotectEvent, type XprotectEvent } from './read-event.ts'

/** A message of the Events and State WebSocket API. */
export type EventsMessage =
  | { kind: 'reply'; commandId: number; status: number; sessionId: string }
  | { kind: 'events'; events: XprotectEvent[]; unread: number }
  | { kind: 'other' }

const SESSION_ID = /^[!-~]{1,200}$/

/** Reads one message. Never throws. What is neither a reply nor events is `other`. `unread`: how many events lack an id, a type or a time. */
export function readEventsMessage(text: string): EventsMessage {
  const message = jsonOf(text)
  if (!isRecord(message)) return { kind: 'other' }
  const { events, commandId, status, sessionId } = message
  if (Array.isArray(events)) {
    const read = events.flatMap((event) => readXprotectEvent(event) ?? [])
    return { kind: 'events', events: read, unread: events.length - read.length }
  }
  if (typeof commandId !== 'number' || typeof status !== 'number') return { kind: 'other' }
  const isUsable = typeof sessionId === 'string' && SESSION_ID.test(sessionId)
  return { kind: 'reply', commandId, status, sessionId: isUsable ? sessionId : '' }
}

/** Commands of the API, as text. */
export const startSession = (commandId: number, sessionId: string, eventId: string): string =>
  JSON.stringify({ command: 'startSession', commandId, sessionId, eventId })

/** Subscribes to types of events of all cameras. */
export const subscribe = (commandId: number, eventTypes: readonly string[]): string =>
  JSON.stringify({
    command: 'addSubscription',
    commandId,
    filters: [{ modifier: 'include', resourceTypes: ['cameras'], sourceIds: ['*'], eventTypes }],
  })
