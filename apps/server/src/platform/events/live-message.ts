import type { AutomationEvent, LiveEvent } from '@winnow/contract'

/** Messages between our own processes, not sent to browsers in this form. */
export type InternalMessage =
  /** A session ended by logout: its streams close at once. */
  { type: 'session.ended'; sessionId: string }

/** Each has an id by which one that comes by the stream and by the websocket is recognised: see `publishAutomation`. */
type Automation = AutomationEvent['type']

type Forwarded = Exclude<LiveEvent, { type: 'KEEP_ALIVE' | 'disk.changed' | 'session.ended' | 'resync' | Automation }>

/** The messages that a write can announce in its transaction. */
export type LiveMessage = Forwarded | InternalMessage
