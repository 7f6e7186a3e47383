import type { LiveEvent } from '@winnow/contract'

/** Messages between our own processes that are not for browsers as they are. */
export type InternalMessage =
  /** A session ended by logout: its streams close at once. */
  { type: 'session.ended'; sessionId: string }

type Forwarded = Exclude<LiveEvent, { type: 'KEEP_ALIVE' | 'disk.changed' | 'session.ended' | 'resync' }>

/** What a write announces in its own transaction. */
export type LiveMessage = Forwarded | InternalMessage
