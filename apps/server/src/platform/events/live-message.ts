import type { LiveEvent } from '@winnow/contract'

/** Messages between our own processes, not sent to browsers in this form. */
export type InternalMessage =
  /** A session ended by logout: its streams close at once. */
  { type: 'session.ended'; sessionId: string }

type Forwarded = Exclude<LiveEvent, { type: 'KEEP_ALIVE' | 'disk.changed' | 'session.ended' | 'resync' }>

/** The messages that a write can announce in its transaction. */
export type LiveMessage = Forwarded | InternalMessage
