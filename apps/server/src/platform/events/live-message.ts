import type { AutomationEvent, LiveEvent } from '@winnow/contract'

/** Messages between processes of the program. Browsers do not get them in this form. */
export type InternalMessage =
  /** A logout has ended a session. The session's streams close at once. */
  { type: 'session.ended'; sessionId: string }

/**
 * Events that are published by `publishAutomation` instead. It adds an id, by which a client recognises an event that arrives by the stream
 * and by the websocket.
 */
type Automation = AutomationEvent['type']

type Forwarded = Exclude<
  LiveEvent,
  { type: 'KEEP_ALIVE' | 'alarm.looked' | 'disk.changed' | 'session.ended' | 'resync' | Automation }
>

/** The messages that a write can announce in its transaction. */
export type LiveMessage = Forwarded | InternalMessage
