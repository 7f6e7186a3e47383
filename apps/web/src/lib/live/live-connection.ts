import { createParser } from 'eventsource-parser'
import { backOff } from './back-off.ts'

/** `ended`: the server ended the session, or nobody needs the stream. In this state, the stream does not reconnect automatically. */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'ended'

export interface LiveConnectionDeps {
  url: string
  fetch: typeof fetch
  random: () => number
  /** Runs a function later; returns a function that cancels it. */
  later: (run: () => void, ms: number) => () => void
  onState: (state: LiveState) => void
  /** Text of one message. */
  onData: (data: string) => void
}

/** The message at the end of a session. */
export const SESSION_ENDED = '{"type":"session.ended"}'

// The server sends KEEP_ALIVE far more often than this. A connection that is silent for longer is dead without having been closed, for
// example after a laptop slept or the network changed.
const SILENCE_MS = 60_000

/**
 * The live stream, read with `fetch` instead of `EventSource`. Only this allows a reconnect with our own back-off and `Last-Event-ID`, and
 * distinguishes a 401 from a network failure.
 */
export class LiveConnection {
  readonly #deps: LiveConnectionDeps
  #abort: AbortController | undefined
  #cancelTimer: (() => void) | undefined
  #lastEventId = ''
  #attempt = 0
  #running = false

  constructor(deps: LiveConnectionDeps) {
    this.#deps = deps
  }

  /** Connects, and reconnects until `stop`. */
  start(): void {
    if (this.#running) return
    this.#running = true
    this.#attempt = 0
    void this.#connect()
  }

  /** Closes the stream and forgets the position, since the next session may be another user's. */
  stop(): void {
    this.#running = false
    this.#lastEventId = ''
    this.#cancelTimer?.()
    this.#abort?.abort()
    this.#deps.onState('ended')
  }

  /**
   * Reconnects at once after the connection was lost, instead of waiting or relying on a stream that may be dead. The server
   * then sends the messages that were missed since the last position.
   */
  renew(): void {
    if (!this.#running) return
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#attempt = 0
    const dead = this.#abort
    void this.#connect()
    dead?.abort()
  }

  async #connect() {
    const abort = new AbortController()
    this.#abort = abort
    this.#deps.onState('connecting')
    try {
      const response = await this.#deps.fetch(this.#deps.url, {
        credentials: 'same-origin',
        cache: 'no-store',
        signal: abort.signal,
        headers: {
          accept: 'text/event-stream',
          'x-requested-with': 'winnow',
          ...(this.#lastEventId ? { 'last-event-id': this.#lastEventId } : {}),
        },
      })
      if (response.status === 401) return this.#end()
      if (response.ok && response.body) await this.#read(response.body, abort)
    } catch {
      // The network failed, or the connection was closed or silent for too long: retried below.
    }
    if (this.#abort === abort) this.#abort = undefined
    if (this.#running && !this.#abort) this.#wait()
  }

  async #read(body: ReadableStream<Uint8Array>, abort: AbortController) {
    this.#attempt = 0
    this.#deps.onState('open')
    const parser = createParser({
      onEvent: (event) => {
        if (event.id !== undefined) this.#lastEventId = event.id
        this.#deps.onData(event.data)
      },
    })
    const decoder = new TextDecoder()
    const reader = body.getReader()
    try {
      for (;;) {
        const cancel = this.#deps.later(() => abort.abort(), SILENCE_MS)
        // oxlint-disable-next-line no-await-in-loop -- a stream is read piece after piece
        const { done, value } = await reader.read().finally(cancel)
        if (done || !this.#running) return
        parser.feed(decoder.decode(value, { stream: true }))
      }
    } finally {
      await reader.cancel().catch(() => undefined)
    }
  }

  #wait() {
    this.#deps.onState('waiting')
    this.#cancelTimer = this.#deps.later(
      () => {
        this.#cancelTimer = undefined
        void this.#connect()
      },
      backOff(this.#attempt, this.#deps.random()),
    )
    this.#attempt += 1
  }

  #end() {
    this.#abort = undefined
    this.#running = false
    this.#deps.onState('ended')
    // The tabs ask the server who is logged in, and show the login if nobody is.
    this.#deps.onData(SESSION_ENDED)
  }
}
