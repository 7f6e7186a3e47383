/* oxlint-disable no-underscore-dangle -- the library offers no other place to change this; its types name all of them */
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

type Options = ConstructorParameters<typeof SMTPConnection>[2]

/**
 * The library delays the greeting by 100 ms to detect spam programs, which talk before it. Here that would be nine tenths of the time to an
 * alarm's `250`, and an impatient camera does nothing wrong.
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

  /** The library calls it again after the 100 ms. */
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

/** A mail server that greets at once, and does not count silence of clients that it is not reading from. */
export class PromptServer extends SMTPServer {
  readonly #held = new WeakSet<SMTPServerSession>()

  override connect(socket: Socket, options?: Options): void {
    const connection = new PromptConnection(this, socket, options, (session) => this.#held.has(session))
    this.connections.add(connection)
    connection.on('error', (error) => this._onError(error))
    connection.on('connect', (data) => this._onClientConnect(data))
    connection.init()
  }

  /** Nothing is read from a client until then. */
  hold(session: SMTPServerSession, until: Promise<void>): void {
    this.#held.add(session)
    void until.then(() => this.#held.delete(session))
  }
}
