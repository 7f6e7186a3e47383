/* oxlint-disable no-underscore-dangle -- the library offers no other place to change this; its types name all of them */
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

type Options = ConstructorParameters<typeof SMTPConnection>[2]

/**
 * A connection without the library's delay of the greeting. The library waits 100 ms to detect spam programs, which send before the
 * greeting. That would be nine tenths of the time until the `250` of an alarm, and cameras that send early are no spam programs.
 */
class PromptConnection extends SMTPConnection {
  readonly #isHeld: (session: SMTPServerSession) => boolean
  #isReady = false

  constructor(server: SMTPServer, socket: Socket, options: Options, isHeld: (session: SMTPServerSession) => boolean) {
    super(server, socket, options)
    this.#isHeld = isHeld
  }

  override init(): void {
    super.init()
    this.connectionReady()
  }

  /** Sends the greeting. `init` calls this at once; the second call, which the library makes after 100 ms, has no effect. */
  override connectionReady(next?: () => void): void {
    if (this.#isReady) return
    this.#isReady = true
    super.connectionReady(next)
  }

  override _onTimeout(): void {
    if (this.#isHeld(this.session)) this._armTimeout()
    else super._onTimeout()
  }
}

/** A mail server that greets at once. The idle time-out does not apply to a client while the server has paused reading from it. */
export class PromptServer extends SMTPServer {
  readonly #held = new WeakSet<SMTPServerSession>()

  override connect(socket: Socket, options?: Options): void {
    const connection = new PromptConnection(this, socket, options, (session) => this.#held.has(session))
    this.connections.add(connection)
    connection.on('error', (error) => this._onError(error))
    connection.on('connect', (data) => this._onClientConnect(data))
    connection.init()
  }

  /** Suspends the idle time-out of a client until `until` resolves, because nothing is read from the client in that time. */
  hold(session: SMTPServerSession, until: Promise<void>): void {
    this.#held.add(session)
    void until.then(() => this.#held.delete(session))
  }
}
