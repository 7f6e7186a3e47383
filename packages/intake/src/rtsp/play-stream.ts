import type { Socket } from 'node:net'
import { InterleavedReader } from './interleaved.ts'
import { type CodedPicture, PictureAssembler } from './picture-assembler.ts'
import type { RtspReply } from './reply.ts'
import { RtspLogin } from './rtsp-login.ts'
import { controlAddress, findVideoTrack, type VideoTrack } from './video-track.ts'
import { type RtspRequest, writeRequest } from './write-request.ts'

/** Why a stream does not play, or ended. */
export type StreamProblem =
  | 'login' // the device asks for another user or password; it was asked once
  | 'not-found' // there is no stream at this path
  | 'redirect' // the device sends to another address, which is not followed
  | 'busy' // the device serves no more connections
  | 'codec' // the stream is neither H.264 nor H.265
  | 'answer' // somebody answers, but not as an RTSP server does
  | 'timeout' // no reply in time
  | 'stalled' // no packet in time
  | 'no-key-frame' // packets, but no key frame in time
  | 'closed' // the device has closed the connection

export class StreamError extends Error {
  readonly problem: StreamProblem

  constructor(problem: StreamProblem) {
    super(`RTSP: ${problem}`)
    this.name = 'StreamError'
    this.problem = problem
  }
}

export interface PlayOptions {
  /** A connection to a checked address. Nothing else is called, whatever the device says. */
  socket: Socket
  /** The address of the stream, without user and password. */
  url: string
  user: string | undefined
  password: string
  /** Whether only key frames are wanted at this moment. */
  keysOnly: () => boolean
  onPicture: (picture: CodedPicture, track: VideoTrack) => void
  /** Ends the stream. */
  signal: AbortSignal
  limits?: Partial<PlayLimits>
}

export interface PlayLimits {
  /** Milliseconds for each reply. */
  replyMs: number
  /** Milliseconds without a packet after which a stream has stalled. */
  stallMs: number
  /** Milliseconds without a key frame. Devices send one every one to ten seconds, with "smart" codecs up to every minute. */
  keyFrameMs: number
}

const LIMITS: PlayLimits = { replyMs: 10_000, stallMs: 15_000, keyFrameMs: 90_000 }
/** The time after which a server forgets a session that says nothing (RFC 2326, 12.37). */
const SESSION_SECONDS = 60

/**
 * Plays a stream over one connection (RTSP with interleaved packets) until the signal ends it. Nothing but the socket is used: an address that
 * the device names is only text of a request on the same connection.
 * @throws StreamError
 */
export async function playStream(options: PlayOptions): Promise<void> {
  const session = new Session(options)
  try {
    await session.play()
  } finally {
    session.close()
  }
}

interface Waiting {
  sequence: string
  resolve: (reply: RtspReply) => void
}

type Request = Pick<RtspRequest, 'method' | 'url' | 'headers'>

class Session {
  readonly #options: PlayOptions
  readonly #limits: PlayLimits
  readonly #ended = Promise.withResolvers<never>()
  readonly #login: RtspLogin
  #sequence = 0
  #waiting: Waiting | undefined
  #session: string | undefined
  #assembler: PictureAssembler | undefined
  #channel = 0
  #hadPacket = false
  #keyAt = 0
  #timers: NodeJS.Timeout[] = []

  constructor(options: PlayOptions) {
    this.#options = options
    this.#login = new RtspLogin(options)
    this.#limits = { ...LIMITS, ...options.limits }
    // Whoever waits hears of it; without anybody it is no unhandled rejection.
    this.#ended.promise.catch(() => undefined)
    const { socket, signal } = options
    const reader = new InterleavedReader({
      onReply: (reply) => this.#onReply(reply),
      onPacket: (channel, packet) => this.#onPacket(channel, packet),
    })
    socket.on('data', (chunk: Buffer) => {
      if (!reader.push(chunk)) this.#end('answer')
    })
    socket.on('error', () => this.#end('closed'))
    socket.on('close', () => this.#end('closed'))
    signal.addEventListener('abort', this.#onAbort)
    if (signal.aborted) this.#onAbort()
  }

  readonly #onAbort = (): void => this.#ended.reject(this.#options.signal.reason)

  #end(problem: StreamProblem): void {
    this.#ended.reject(new StreamError(problem))
  }

  async play(): Promise<never> {
    const described = this.#require(await this.#ask({ method: 'DESCRIBE', url: this.#options.url }))
    const reading = findVideoTrack(described.body)
    if (!reading.ok) throw new StreamError('codec')
    const { track } = reading
    const base = one(described, 'content-base') ?? one(described, 'content-location') ?? this.#options.url
    const setUp = this.#require(
      await this.#ask({
        method: 'SETUP',
        url: controlAddress(plain(base) ?? this.#options.url, track.control),
        headers: { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' },
      }),
    )
    this.#channel = Number(/interleaved=(\d{1,3})/.exec(one(setUp, 'transport') ?? '')?.[1] ?? 0)
    const [, session, seconds] =
      /^([\x21-\x3a\x3c-\x7e]{1,200})(?:;\s*timeout=(\d{1,5}))?/.exec(one(setUp, 'session') ?? '') ?? []
    if (session === undefined) throw new StreamError('answer')
    this.#session = session
    this.#assembler = this.#assemblerOf(track)
    const range = plain(base) ?? this.#options.url
    this.#require(await this.#ask({ method: 'PLAY', url: range, headers: { Range: 'npt=0.000-' } }))
    this.#watch(range, Math.max(10, Number(seconds ?? SESSION_SECONDS) || SESSION_SECONDS))
    return this.#ended.promise
  }

  close(): void {
    const { socket, signal } = this.#options
    signal.removeEventListener('abort', this.#onAbort)
    for (const timer of this.#timers) clearInterval(timer)
    // A device that is told ends its session at once, and has room for the next one.
    if (this.#session !== undefined && socket.writable) {
      socket.end(this.#write({ method: 'TEARDOWN', url: this.#options.url }))
      socket.destroySoon()
    } else socket.destroy()
  }

  #assemblerOf(track: VideoTrack): PictureAssembler {
    return new PictureAssembler(track, {
      keysOnly: this.#options.keysOnly,
      onPicture: (picture) => {
        if (picture.isKey) this.#keyAt = performance.now()
        this.#options.onPicture(picture, track)
      },
    })
  }

  /** Keeps the session alive, and ends it where nothing comes any more. */
  #watch(url: string, sessionSeconds: number): void {
    this.#keyAt = performance.now()
    const keepAlive = setInterval(
      () => {
        if (!this.#waiting) this.#options.socket.write(this.#write({ method: 'GET_PARAMETER', url }))
      },
      (sessionSeconds * 1000) / 2,
    )
    const stall = setInterval(() => {
      if (!this.#hadPacket) this.#end('stalled')
      this.#hadPacket = false
    }, this.#limits.stallMs)
    this.#timers.push(keepAlive, stall)
  }

  #onPacket(channel: number, packet: Buffer): void {
    // Reports about a stream (RTCP) go on where its pictures have stopped.
    if (channel !== this.#channel) return
    this.#hadPacket = true
    this.#assembler?.push(packet)
    if (this.#keyAt > 0 && performance.now() - this.#keyAt > this.#limits.keyFrameMs) this.#end('no-key-frame')
  }

  #onReply(reply: RtspReply): void {
    // The replies to what keeps the session alive are of no interest.
    if (one(reply, 'cseq') !== this.#waiting?.sequence) return
    this.#waiting?.resolve(reply)
    this.#waiting = undefined
  }

  /** A reply that says yes. */
  #require(reply: RtspReply): RtspReply {
    const { status } = reply
    if (status === 200) return reply
    if (status === 401 || status === 403) throw new StreamError('login')
    if (status >= 300 && status < 400) throw new StreamError('redirect')
    if (status === 404 || status === 400 || status === 410) throw new StreamError('not-found')
    if (status === 453 || status === 503) throw new StreamError('busy')
    throw new StreamError('answer')
  }

  /** Sends a request, and again with the login if the device asks for it. */
  async #ask(request: Request): Promise<RtspReply> {
    const reply = await this.#send(request)
    return this.#login.mustRepeat(request, reply) ? this.#send(request) : reply
  }

  async #send(request: Request): Promise<RtspReply> {
    const answer = Promise.withResolvers<RtspReply>()
    const written = this.#write(request)
    this.#waiting = { sequence: String(this.#sequence), resolve: answer.resolve }
    this.#options.socket.write(written)
    const timer = setTimeout(() => this.#end('timeout'), this.#limits.replyMs)
    try {
      return await Promise.race([answer.promise, this.#ended.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  #write(request: Request): string {
    this.#sequence += 1
    const headers = { ...(this.#session !== undefined && { Session: this.#session }), ...request.headers }
    return writeRequest({ ...request, headers, authorization: this.#login.authorize(request) }, this.#sequence)
  }
}

const one = ({ headers }: RtspReply, name: string): string | undefined => headers.get(name)?.[0]

/** An address that may stand in a request; undefined if it holds anything but one plain word. */
const plain = (address: string): string | undefined =>
  /^rtsps?:\/\/[\x21-\x7e]{1,2000}$/i.test(address) ? address : undefined
