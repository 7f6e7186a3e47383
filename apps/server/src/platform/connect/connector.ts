import type { ConnectionProblem, SIGNAL_SOURCES } from '@winnow/contract'
import type { Guard } from '@winnow/delivery'
import type { Feature } from '@winnow/domain'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'

/** A stored connection, as its connector gets it. A change of it ends the connector, and another one starts. */
export interface Connection {
  readonly id: string
  readonly companyId: string
  /** The site of the connection; null for one of the whole company. */
  readonly siteId: string | null
  /** The camera of the connection; null for one of a site or the whole company. */
  readonly viewId: string | null
  /** As they were stored. The kind checks them by its schema. */
  readonly settings: unknown
  /** The secret that was stored with the settings, opened. */
  readonly secret: string | null
  /** What `keepPosition` stored last. */
  readonly position: string | null
}

/** An event that a connector has received. */
export interface ReceivedEvent {
  source: (typeof SIGNAL_SOURCES)[number]
  /** The message as it came. It is read again from the store later. */
  body: AsyncIterable<Uint8Array>
  /** Its content type; null for what has none. */
  rawType: string | null
  /** The camera of the event. Default: the camera of the connection; without either the event is shown at the site as unmatched. */
  viewId?: string | null
  /** The host that sent it. */
  remoteAddress: string
  idempotencyKey?: string
}

/** What a connector may use, and what it must report. */
export interface Line {
  readonly connection: Connection
  /** Aborts when the connector must end: on a change of the connection, on the loss of its lease, and when the program stops. */
  readonly signal: AbortSignal
  /** The only way to the network: it refuses private addresses that no setting allows, and pins what a name resolved to. */
  readonly guard: Guard
  readonly clock: Clock
  readonly log: Logger
  /** The login worked and events can arrive. Ends the time without a connection. */
  isUp(): void
  /** A heartbeat or an event arrived. Cheap, so it may be called for each. */
  isAlive(): void
  /**
   * Stores an event. When it resolves, file and row are committed; only then the other side may be told so. `isAlive` is implied.
   * @returns the id of the signal
   * @throws ConnectError `busy` if it could not be stored. Let it end the connector where the other side would send the event again
   */
  acceptSignal(event: ReceivedEvent): Promise<string>
  /** Stores how far events were read. Call it after `acceptSignal`. */
  keepPosition(position: string): Promise<void>
}

/**
 * A kind of connection. A module lists its kinds under `connectors`; the role `connect` runs them. Who runs a connector knows nothing of its
 * protocol: it starts it, takes its state from the calls of `Line`, stops it by the signal, and starts it again after a pause.
 */
export interface ConnectorKind {
  /** The value of the column `kind`. */
  readonly kind: string
  /** The feature that a company must have. Where it has lost it, its connections of this kind rest. */
  readonly feature?: Feature
  /**
   * Connects, and stays connected. It ends when the connection is lost, and it must end soon after `line.signal` aborted. All that it opened
   * is closed then. It must not try again by itself, because the pauses between tries are shared.
   * @throws ConnectError with the reason that people are told. Any other error counts as a defect of the program, and is logged
   */
  run(line: Line): Promise<void>
}

/** Why a connector ended. The reason is shown, so it holds nothing that the other side sent. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError'
  readonly problem: ConnectionProblem
  /** The line of the settings that allows the address; null if none does. */
  readonly setting: string | null

  constructor(problem: ConnectionProblem, options: { setting?: string | null; cause?: unknown } = {}) {
    super(`connection: ${problem}`, { cause: options.cause })
    this.problem = problem
    this.setting = options.setting ?? null
  }
}
