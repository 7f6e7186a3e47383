import type { Socket } from 'node:net'
import { createRtspConnection, type RtspConnection, RtspError } from './connection.ts'
import { readVideo, type StreamVideo } from './describe-session.ts'
import { pathsFor } from './known-paths.ts'
import type { RtspReply } from './reply.ts'
import { RtspLogin } from './rtsp-login.ts'

export interface FoundStream extends StreamVideo {
  /** Without user and password. */
  url: string
  /** The make whose cameras have this path; empty if many have it. */
  make: string
}

export interface Discovery {
  streams: FoundStream[]
  /** The number of paths that were tried. */
  tries: number
  /** Why no stream was found. `login`: the device refused the user or password, and was not asked again. */
  problem: 'login' | 'closed' | 'none' | null
}

export interface DiscoverOptions {
  host: string
  port: number
  user: string | undefined
  password: string
  channel: number
  /** Milliseconds for all tries together. */
  totalMs: number
  /** Opens a connection to a checked address. */
  connect: () => Promise<Socket>
  /** A clock that is never set. */
  monotonicMs: () => number
}

/** Milliseconds for one reply. A device that does not answer one path answers no other. */
const REPLY_MS = 5_000
/** Connections that a device may close in the middle, as some do after each path that they do not have. */
const MAX_CONNECTIONS = 20

/**
 * Looks for the streams of a camera by asking for the known paths of makes, one after the other (`DESCRIBE`). Nothing is played. The first
 * reply 401 asks for the login; the second one ends the search, because devices lock a user after a few wrong passwords.
 */
export async function discoverStreams(options: DiscoverOptions): Promise<Discovery> {
  const search = new Search(options)
  try {
    return await search.run()
  } finally {
    search.close()
  }
}

class Search {
  readonly #options: DiscoverOptions
  readonly #endsAt: number
  readonly #login: RtspLogin
  #connection: RtspConnection | undefined
  #connections = 0

  constructor(options: DiscoverOptions) {
    this.#options = options
    this.#login = new RtspLogin(options)
    this.#endsAt = options.monotonicMs() + options.totalMs
  }

  close(): void {
    this.#connection?.close()
  }

  async run(): Promise<Discovery> {
    const { host, port, channel } = this.#options
    const origin = `rtsp://${host.includes(':') ? `[${host}]` : host}:${port}`
    const streams: FoundStream[] = []
    let tries = 0
    for (const { make, path } of pathsFor(channel)) {
      const [first] = streams
      // A make is known by its first path. The paths of others would be found only by chance.
      if (first && first.make !== make) continue
      if (this.#left() <= 0) break
      tries += 1
      const url = origin + path
      // oxlint-disable-next-line no-await-in-loop -- one path after the other: the first refusal of the login ends the search
      const reply = await this.#describe(url)
      if (reply === 'closed') return { streams, tries, problem: streams.length > 0 ? null : 'closed' }
      if (reply.status === 401) return { streams, tries, problem: streams.length > 0 ? null : 'login' }
      const video = reply.status === 200 ? readVideo(reply.body) : undefined
      if (video) streams.push({ url, make, ...video })
    }
    return { streams, tries, problem: streams.length > 0 ? null : 'none' }
  }

  #left(): number {
    return this.#endsAt - this.#options.monotonicMs()
  }

  /** Asks for one path, with the login if the device wants it. Anew if the device has closed the connection after the last path. */
  async #describe(url: string): Promise<RtspReply | 'closed'> {
    const reply = await this.#ask(url)
    if (reply === 'closed') return reply
    return this.#login.mustRepeat({ method: 'DESCRIBE', url }, reply) ? this.#ask(url) : reply
  }

  async #ask(url: string): Promise<RtspReply | 'closed'> {
    const request = { method: 'DESCRIBE', url } as const
    for (let attempt = 0; attempt < 2; attempt++) {
      const isFresh = this.#connection === undefined
      try {
        // oxlint-disable-next-line no-await-in-loop -- the second attempt is for a connection that the device has closed
        this.#connection ??= await this.#open()
        // oxlint-disable-next-line no-await-in-loop
        return await this.#connection.ask(
          { ...request, authorization: this.#login.authorize(request) },
          Math.max(1, Math.min(REPLY_MS, this.#left())),
        )
      } catch (error) {
        this.#connection?.close()
        this.#connection = undefined
        if (!(error instanceof RtspError)) throw error
        if (isFresh || error.code !== 'closed' || this.#connections >= MAX_CONNECTIONS) return 'closed'
      }
    }
    return 'closed'
  }

  async #open(): Promise<RtspConnection> {
    this.#connections += 1
    return createRtspConnection(await this.#options.connect())
  }
}
