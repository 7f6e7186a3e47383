import type { ListenerLog } from '../listener-log.ts'
import type { FrontelEvent } from './meaning.ts'
import type { FrontelMessage } from './stored-message.ts'

/**
 * Why a panel was not served. `unknown`: nobody has its serial number. `login`: its answer is not that of its serial number, or it hung up while it
 * logged in. `version`: it hung up, and speaks another version of the protocol than the published one. `format`: a message that nobody here reads. `file`: a
 * file that is too long, or broke off. `slow`: it took too long.
 */
export type FrontelProblem = 'unknown' | 'login' | 'version' | 'format' | 'file' | 'slow'

/** What a panel says about itself: its state, as JSON, or lines of its log. */
export interface FrontelReport {
  kind: 'status' | 'log'
  text: string
}

/** The product's functions that the listener calls. */
export interface FrontelPorts<Panel = unknown> {
  /** Counts a message of an address in the limits, and returns whether it is looked at. */
  mayAsk(remoteAddress: string): boolean
  /** The panel with a serial number, and how often its messages were acknowledged; undefined if there is none. */
  find(serial: string): Promise<{ panel: Panel; epoch: number } | undefined>
  /** Notes that a panel has logged in. */
  seen(panel: Panel): Promise<void>
  /** Stores an event or a file durably. What follows is acknowledged only after this has resolved with true. False: the panel is to try again. */
  accept(
    panel: Panel,
    message: FrontelMessage,
    event: FrontelEvent | undefined,
    remoteAddress: string,
  ): Promise<boolean>
  /** Keeps what a panel says about itself. */
  keep(panel: Panel, report: FrontelReport): Promise<boolean>
  /** Counts an acknowledgement before it is sent. @returns the new count; undefined if it could not be stored */
  acknowledge(panel: Panel): Promise<number | undefined>
  /** Counts and notes what was wrong. Without a panel, nobody's. Never rejects. */
  note(problem: FrontelProblem, from: { remoteAddress: string; serial?: string; panel?: Panel }): Promise<void>
}

/** Options of a listener for panels. Times in milliseconds. */
export interface FrontelServerOptions<Panel> {
  host: string
  /** 0 uses any free port. */
  port: number
  /** The time in which a panel must have logged in. */
  loginTimeoutMs?: number
  /** The time in which a message that has begun must end. */
  messageTimeoutMs?: number
  /** The time in which a file that has begun must end. */
  fileTimeoutMs?: number
  /** The time from one message to the next after which a connection is closed. Panels hang up after five minutes. */
  idleTimeoutMs?: number
  /** How long nothing may come after the end of a message in a file, until it counts as the end of the file. */
  quietMs?: number
  maxFileBytes?: number
  maxConnections?: number
  /** Connections per address. */
  maxConnectionsPerAddress?: number
  ports: FrontelPorts<Panel>
  log: ListenerLog
}

export interface FrontelServer {
  /** Rejects with the system's error when the port is not available. */
  listen(): Promise<{ port: number }>
  /** Stops accepting messages, and gives those in progress up to `graceMs`. */
  close(graceMs: number): Promise<void>
  connections(): number
}
