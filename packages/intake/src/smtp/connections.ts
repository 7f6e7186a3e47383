import { clientKey, createPlaces, type Places } from '@winnow/domain'
import type { SMTPServer, SMTPServerSession } from 'smtp-server'

/** The state of one connection. */
export interface ConnectionState<User, Target> {
  user: User | null
  /** Accepted recipients of the current transaction, by lower-case address. */
  targets: Map<string, Target>
  failedLogins: number
  /** Whether a message is arriving or being stored. */
  busy: boolean
}

type Client = Pick<SMTPServerSession, 'remoteAddress'>

/** The accepted connections, counted by client address. */
export class Connections<User, Target> {
  readonly #states = new Map<Client, { state: ConnectionState<User, Target>; leave: () => void }>()
  readonly #places: Places

  /** @param max the most connections per address (`perHolder`) and in total, and how many are reserved for addresses that have none yet */
  constructor(max: { perHolder: number; total?: number; reserved?: number }) {
    this.#places = createPlaces(max)
  }

  /** Accepts a connection, and returns true, unless its address or the server already has the most connections. */
  add(session: Client): boolean {
    const leave = this.#places.take(clientKey(session.remoteAddress))
    if (!leave) return false
    this.#states.set(session, { state: { user: null, targets: new Map(), failedLogins: 0, busy: false }, leave })
    return true
  }

  /** The state of an accepted connection. */
  get(session: Client): ConnectionState<User, Target> {
    const known = this.#states.get(session)
    if (!known) throw new Error('a command came from a connection that was not let in')
    return known.state
  }

  has(session: Client): boolean {
    return this.#states.has(session)
  }

  remove(session: Client): void {
    this.#states.get(session)?.leave()
    this.#states.delete(session)
  }
}

/** Sends a client the reason why its session ends. If the client does not disconnect, the server closes the connection within seconds. */
export function endSession(server: SMTPServer, session: SMTPServerSession, message: string): void {
  for (const connection of server.connections) if (connection.session === session) connection.send(421, message)
}
