import type { ListenerLog } from '../listener-log.ts'
import type { Dc09Event } from './read-events.ts'
import type { Dc09Message, Dc09Obstacle } from './read-message.ts'

/**
 * Why a frame is not taken. `damaged`: checksum or length are not its own, or it is no message. `unknown`: no panel has its account. `clock`: its
 * time cannot be.
 */
export type Dc09Problem = Dc09Obstacle | 'damaged' | 'unknown' | 'clock'

/** The product's functions that the receiver calls. */
export interface Dc09Ports<Panel = unknown> {
  /** Counts a frame of an address in the limits, and returns whether it is looked at. */
  mayAsk(remoteAddress: string): boolean
  /** The panel with an account, and its key if its messages are encrypted; undefined if there is none. */
  find(account: string): Promise<{ panel: Panel; key?: Uint8Array } | undefined>
  /** Stores a message durably, or what it changes. It is acknowledged only after this has resolved with true. False: the panel is to try again. */
  accept(panel: Panel, message: Dc09Message, events: readonly Dc09Event[], remoteAddress: string): Promise<boolean>
  /** Counts and notes why a frame was not taken. Without a panel, nobody's. Never rejects. */
  note(problem: Dc09Problem, from: { remoteAddress: string; account?: string; panel?: Panel }): Promise<void>
}

/** Options of a receiver for panels. Times in milliseconds. */
export interface Dc09ServerOptions<Panel> {
  host: string
  /** For TCP and UDP. 0 uses any free port. */
  port: number
  /** Refuses messages that are not encrypted. */
  requireEncryption: boolean
  /** The time in which a frame that has begun must end. */
  frameTimeoutMs?: number
  /** The time from one frame to the next after which a connection is closed. */
  idleTimeoutMs?: number
  maxConnections?: number
  /** Connections per address. */
  maxConnectionsPerAddress?: number
  now: () => Date
  ports: Dc09Ports<Panel>
  log: ListenerLog
}

export interface Dc09Server {
  /** Rejects with the system's error when the port is not available. */
  listen(): Promise<{ port: number }>
  /** Stops accepting frames, and gives those in progress up to `graceMs`. */
  close(graceMs: number): Promise<void>
  connections(): number
}
