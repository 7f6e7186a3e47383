import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { beginTls } from './data-connection.ts'

/** The longest command, in bytes, with its path. */
const MAX_LINE_BYTES = 2_048
/** Replies that a client did not read yet. Only one that reads none has more. */
const MAX_UNREAD_BYTES = 64 * 1024

/** The connection over which a device sends its commands. Commands are read one at a time, in the order in which they came. */
export class ControlChannel {
  #socket: Socket
  #pending = Buffer.alloc(0)
  #isOver = false
  #wake: (() => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    this.#listen(socket)
  }

  #listen(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      this.#pending = Buffer.concat([this.#pending, chunk])
      // What a client sends ahead of the replies stays with it.
      if (this.#pending.length > MAX_LINE_BYTES) socket.pause()
      this.#wake?.()
    })
    socket.on('error', () => socket.destroy())
    for (const event of ['end', 'close'])
      socket.on(event, () => {
        // The plain socket below a TLS connection closes with it.
        if (socket !== this.#socket) return
        this.#isOver = true
        this.#wake?.()
      })
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** The next command; false for one that never ends; undefined when the client is gone. */
  async line(): Promise<string | false | undefined> {
    for (;;) {
      const end = this.#pending.indexOf(10)
      if (end > MAX_LINE_BYTES || (end < 0 && this.#pending.length > MAX_LINE_BYTES)) return false
      if (end >= 0) {
        const line = this.#pending.subarray(0, end).toString('utf8').replace(/\r$/, '')
        this.#pending = this.#pending.subarray(end + 1)
        return line
      }
      if (this.#isOver) return undefined
      this.#socket.resume()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
  }

  reply(code: number, text: string): void {
    this.#write(`${code} ${text}\r\n`)
  }

  #write(text: string): void {
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) this.#socket.destroy()
    else if (this.#socket.writable) this.#socket.write(text)
  }

  /** Several lines, of which the last has the code with a blank. */
  replyLines(code: number, lines: readonly string[]): void {
    const [first = '', ...rest] = lines
    const last = rest.pop() ?? ''
    this.#write([`${code}-${first}`, ...rest.map((line) => ` ${line}`), `${code} ${last}`, ''].join('\r\n'))
  }

  /** Goes on with TLS. What was sent before it in plain text is dropped: somebody in between may have added it. */
  async secure(context: SecureContext, timeoutMs: number): Promise<void> {
    this.#socket.removeAllListeners('data')
    this.#pending = Buffer.alloc(0)
    const secure = await beginTls(this.#socket, context, timeoutMs)
    this.#socket = secure
    this.#listen(secure)
    if (secure.destroyed) this.#isOver = true
  }

  /** Sends what is written and closes. A client that does not close is cut off. */
  end(): void {
    const socket = this.#socket
    socket.end()
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
