import { clientKey } from '@winnow/domain'
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

type Client = Pick<SMTPServerSession, 'remoteAddress'>

/** The connections that were let in, counted by the address of their client. */
export class Connections<User, Target> {
  readonly #states = new Map<Client, ConnectionState<User, Target>>()
  readonly #perClient = new Map<string, number>()

  /** Lets a connection in unless its address has `max` already. */
  add(session: Client, max: number): boolean {
    const key = clientKey(session.remoteAddress)
    const count = this.#perClient.get(key) ?? 0
    if (count >= max) return false
    this.#perClient.set(key, count + 1)
    this.#states.set(session, { user: null, targets: new Map(), refusedRecipients: 0, failedLogins: 0, busy: false })
    return true
  }

  /** The state of a connection that was let in. */
  get(session: Client): ConnectionState<User, Target> {
    const state = this.#states.get(session)
    if (!state) throw new Error('a command came from a connection that was not let in')
    return state
  }

  has(session: Client): boolean {
    return this.#states.has(session)
  }

  remove(session: Client): void {
    if (!this.#states.delete(session)) return
    const key = clientKey(session.remoteAddress)
    const count = (this.#perClient.get(key) ?? 1) - 1
    if (count > 0) this.#perClient.set(key, count)
    else this.#perClient.delete(key)
  }
}

/** Tells the client of a session why its connection ends, and ends it; one that does not leave is cut off by the server within seconds. */
export function endSession(server: SMTPServer, session: SMTPServerSession, message: string): void {
  for (const connection of server.connections) if (connection.session === session) connection.send(421, message)
}
