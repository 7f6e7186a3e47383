import type { LiveState } from './live-connection.ts'

/** A message from a tab to the holder of the stream. */
export type TabMessage =
  /** This tab wants the stream, for this user. */
  | { kind: 'start'; key: string }
  /** This tab is closing. */
  | { kind: 'bye' }
  /** The user logged out: no tab may receive anything more. */
  | { kind: 'stop' }
  /** Asks for a new connection after the network was lost, since an open stream may be dead without having been closed. */
  | { kind: 'renew' }
  /** A message for the server, by websocket. */
  | { kind: 'send'; data: string }

/** A message from the holder of the stream to the tabs. */
export type StreamMessage =
  | { kind: 'data'; data: string }
  /** A message of the websocket. */
  | { kind: 'socket'; data: string }
  | { kind: 'state'; state: LiveState }

/** A tab's access to the browser's one stream. */
export interface LiveChannel {
  post(message: TabMessage): void
  /** The tab is closing. */
  close(): void
}

export type StreamListener = (message: StreamMessage) => void
