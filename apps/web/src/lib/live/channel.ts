import type { LiveState } from './live-connection.ts'

/** From a tab to whoever holds the stream. */
export type TabMessage =
  /** This tab wants the stream, for this user. */
  | { kind: 'start'; key: string }
  /** This tab is going away. */
  | { kind: 'bye' }
  /** The user logged out: no tab may hear anything more. */
  | { kind: 'stop' }
  /** The connection was away: what is open may be dead without having been closed. */
  | { kind: 'renew' }

/** From whoever holds the stream to the tabs. */
export type StreamMessage = { kind: 'data'; data: string } | { kind: 'state'; state: LiveState }

/** How a tab reaches the one stream of this browser. */
export interface LiveChannel {
  post(message: TabMessage): void
  /** The tab goes away. */
  close(): void
}

export type StreamListener = (message: StreamMessage) => void
