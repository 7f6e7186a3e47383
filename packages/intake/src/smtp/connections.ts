import type { SMTPServer, SMTPServerSession } from 'smtp-server'

/** What is remembered of one connection. */
export interface ConnectionState<User, Target> {
  user: User | null
  /** Accepted recipients of the transaction at hand, by lower-case address. */
  targets: Map<string, Target>
  refusedRecipients: number
  failedLogins: number
  /** Whether a message is arriving or being stored. */
  busy: boolean
}

/** The connections that were let in, counted by address. */
export class Connections<User, Target> {
  readonly #states = new Map<SMTPServerSession, ConnectionState<User, Target>>()
  readonly #perAddress = new Map<string, number>()

  /** Lets a connection in unless its address has `max` already. */
  add(session: SMTPServerSession, max: number): boolean {
    const count = this.#perAddress.get(session.remoteAddress) ?? 0
    if (count >= max) return false
    this.#perAddress.set(session.remoteAddress, count + 1)
    this.#states.set(session, { user: null, targets: new Map(), refusedRecipients: 0, failedLogins: 0, busy: false })
    return true
  }

  /** The state of a connection that was let in. */
  get(session: SMTPServerSession): ConnectionState<User, Target> {
    const state = this.#states.get(session)
    if (!state) throw new Error('a command came from a connection that was not let in')
    return state
  }

  has(session: SMTPServerSession): boolean {
    return this.#states.has(session)
  }

  remove(session: SMTPServerSession): void {
    if (!this.#states.delete(session)) return
    const count = (this.#perAddress.get(session.remoteAddress) ?? 1) - 1
    if (count > 0) this.#perAddress.set(session.remoteAddress, count)
    else this.#perAddress.delete(session.remoteAddress)
  }
}

/** Tells the client of a session why its connection ends, and ends it; one that does not leave is cut off by the server within seconds. */
export function endSession(server: SMTPServer, session: SMTPServerSession, message: string): void {
  for (const connection of server.connections) if (connection.session === session) connection.send(421, message)
}
