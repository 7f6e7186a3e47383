import { clientKey, createPlaces, type Places } from '@winnow/domain'
import type { SMTPServer, SMTPServerSession } from 'smtp-server'

/** What is remembered of one connection. */
export interface ConnectionState<User, Target> {
  user: User | null
  /** Accepted recipients of the transaction at hand, by lower-case address. */
  targets: Map<string, Target>
  failedLogins: number
  /** Whether a message is arriving or being stored. */
  busy: boolean
}

type Client = Pick<SMTPServerSession, 'remoteAddress'>

/** The connections that were let in, counted by the address of their client. */
export class Connections<User, Target> {
  readonly #states = new Map<Client, { state: ConnectionState<User, Target>; leave: () => void }>()
  readonly #places: Places

  /** @param max how many there may be, for each address and in all, and how many of these are kept for addresses that have none */
  constructor(max: { perHolder: number; total?: number; reserved?: number }) {
    this.#places = createPlaces(max)
  }

  /** Lets a connection in unless its address has all it may have. */
  add(session: Client): boolean {
    const leave = this.#places.take(clientKey(session.remoteAddress))
    if (!leave) return false
    this.#states.set(session, { state: { user: null, targets: new Map(), failedLogins: 0, busy: false }, leave })
    return true
  }

  /** The state of a connection that was let in. */
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

/** Tells the client of a session why its connection ends, and ends it; one that does not leave is cut off by the server within seconds. */
export function endSession(server: SMTPServer, session: SMTPServerSession, message: string): void {
  for (const connection of server.connections) if (connection.session === session) connection.send(421, message)
}
