import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { clientKey, createPlaces } from '@winnow/domain'
import { Watchdog } from '../watchdog.ts'
import { Conversation, GREETING, type Reply } from './converse.ts'
import type { FrontelServer, FrontelServerOptions } from './ports.ts'
import { type FrontelItem, FrontelReader } from './read-stream.ts'

/** One of this many connections is reserved for addresses that have no connection yet. */
const RESERVED_PART = 10
/** Messages of one connection that wait. A panel waits for its answers. */
const MAX_WAITING = 100
/** Bytes of files that have not ended, of all connections. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
/** Clips that panels send are about a tenth of this. */
const MAX_FILE_BYTES = 4 * 1024 * 1024

/** What all connections share. */
interface Shared<Panel> {
  options: FrontelServerOptions<Panel>
  /** Ends connections that do not get on: `step` until the next message, `data` until its end. */
  messages: Watchdog<Line<Panel>>
  /** The same for logins (`step`) and files (`data`). */
  slow: Watchdog<Line<Panel>>
  running: Set<Promise<unknown>>
  /** Bytes that wait for the rest of their file. */
  held: number
}

/** One connection. Its messages are heard one after the other. */
class Line<Panel> {
  readonly socket: Socket
  readonly #shared: Shared<Panel>
  readonly #talk: Conversation<Panel>
  readonly #reader: FrontelReader
  #heard: Promise<void> = Promise.resolve()
  #waiting = 0
  #held = 0
  #phase = ''
  #quiet: NodeJS.Timeout | undefined
  #isSlow = false
  /** Whoever is hung up on begins anew, so what came behind is not heard. */
  #isOver = false

  constructor(socket: Socket, shared: Shared<Panel>) {
    const { options } = shared
    this.socket = socket
    this.#shared = shared
    this.#talk = new Conversation(options.ports, socket.remoteAddress ?? '')
    this.#reader = new FrontelReader(options.maxFileBytes ?? MAX_FILE_BYTES)
    this.#say([GREETING])
    this.#watch()
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
  }

  expire(): void {
    this.#isSlow = true
    this.#shared.options.log.info({ remoteAddress: this.socket.remoteAddress }, 'panel was too slow')
    this.socket.destroy()
  }

  /** What is left when the connection has ended: a file that broke off, and why nothing came of it. */
  close(): void {
    clearTimeout(this.#quiet)
    this.#shared.messages.forget(this)
    this.#shared.slow.forget(this)
    const rest = this.#reader.end()
    this.#count(0)
    if (rest) this.#hear(rest)
    this.#after(async () => {
      if (!this.#isOver) await this.#talk.leave(this.#isSlow)
    })
  }

  #take(bytes: Buffer): void {
    clearTimeout(this.#quiet)
    for (const item of this.#reader.push(bytes)) {
      if (++this.#waiting > MAX_WAITING) {
        this.socket.destroy()
        return
      }
      this.#hear(item, () => this.#waiting--)
    }
    this.#count(this.#reader.isInside === 'file' ? this.#reader.heldBytes : 0)
    this.#watch()
    if (this.#reader.isInside === 'file') this.#waitForQuiet()
  }

  #waitForQuiet(): void {
    this.#quiet = setTimeout(() => {
      const item = this.#reader.settle()
      if (item) this.#hear(item)
      this.#count(0)
      this.#watch()
    }, this.#shared.options.quietMs ?? 2_000).unref()
  }

  #hear(item: FrontelItem, done: () => unknown = () => undefined): void {
    this.#after(async () => {
      try {
        if (!this.#isOver) this.#answer(await this.#talk.hear(item))
      } finally {
        done()
        this.#watch()
      }
    })
  }

  #after(task: () => Promise<void>): void {
    const { running, options } = this.#shared
    const next = this.#heard.then(task).catch((error: unknown) => {
      options.log.error({ err: error }, 'a message of a panel failed; the panel is to send it again')
      // An acknowledgement of what follows would cover what failed.
      this.#isOver = true
      this.socket.destroy()
    })
    this.#heard = next
    running.add(next)
    void next.finally(() => running.delete(next))
  }

  #answer({ say, hangUp }: Reply): void {
    if (say) this.#say(say)
    if (!hangUp) return
    this.#isOver = true
    this.socket.destroySoon()
  }

  #say(texts: readonly string[]): void {
    if (this.socket.writable) this.socket.write(texts.map((text) => `${text}\x1a`).join(''))
  }

  /** Counts the bytes of a file that has not ended. Too many of all connections end this one. */
  #count(bytes: number): void {
    this.#shared.held += bytes - this.#held
    this.#held = bytes
    if (bytes > 0 && this.#shared.held > MAX_HELD_BYTES) this.socket.destroy()
  }

  /** A deadline runs from the first byte of a message or file, or from the last one that ended. Single bytes do not extend it. */
  #watch(): void {
    const { messages, slow } = this.#shared
    const inside = this.#reader.isInside
    const phase = this.#talk.isOpen ? (inside ?? 'idle') : 'login'
    if (this.socket.destroyed || (phase === this.#phase && phase !== 'idle')) return
    this.#phase = phase
    messages.forget(this)
    slow.forget(this)
    if (phase === 'idle' || phase === 'message') messages.enter(this, phase === 'idle' ? 'step' : 'data')
    else slow.enter(this, phase === 'login' ? 'step' : 'data')
  }
}

/** Creates the listener for Videofied panels, which speak the protocol of Frontel. The product stores what they say (`ports`). */
export function createFrontelServer<Panel>(options: FrontelServerOptions<Panel>): FrontelServer {
  const { log, host, port } = options
  const total = options.maxConnections ?? 1_000
  const places = createPlaces({
    perHolder: options.maxConnectionsPerAddress ?? 64,
    total,
    reserved: Math.floor(total / RESERVED_PART),
  })
  const sockets = new Set<Socket>()
  const expire = (line: Line<Panel>): void => line.expire()
  const idle = { step: options.idleTimeoutMs ?? 600_000, data: options.messageTimeoutMs ?? 10_000 }
  const shared: Shared<Panel> = {
    options,
    messages: new Watchdog(idle, expire),
    slow: new Watchdog({ step: options.loginTimeoutMs ?? 30_000, data: options.fileTimeoutMs ?? 180_000 }, expire),
    running: new Set(),
    held: 0,
  }
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    const leave = places.take(clientKey(socket.remoteAddress ?? ''))
    if (!leave) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    const line = new Line(socket, shared)
    socket.once('close', () => {
      sockets.delete(socket)
      leave()
      line.close()
    })
  })

  return {
    async listen() {
      const bound = await listenOn(server, { host, port })
      server.on('error', (err: Error) => log.error({ err }, 'frontel listener failed'))
      return { port: bound }
    },
    async close(graceMs) {
      if (server.listening) server.close()
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([Promise.allSettled(shared.running), grace])
      for (const socket of sockets) socket.destroySoon()
    },
    connections: () => sockets.size,
  }
}

async function listenOn(server: Server, place: { host: string; port: number }): Promise<number> {
  const listening = once(server, 'listening')
  server.listen(place)
  await listening
  const address = server.address()
  return typeof address === 'object' && address ? address.port : place.port
}
