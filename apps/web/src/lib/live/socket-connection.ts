/** The part of a browser's WebSocket that is used here. */
export interface Socket {
  send(data: string): void
  close(): void
  addEventListener(type: 'open' | 'close' | 'error', listener: (event: { code?: number }) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

export interface SocketConnectionDeps {
  url: string
  open: (url: string) => Socket
  /** Runs a function later; returns a function that cancels it. */
  later: (run: () => void, ms: number) => () => void
  /** The text of one message. */
  onData: (data: string) => void
}

/** The value of the contract's `SOCKET_CLOSE.sessionEnded`, repeated here so that the shared worker need not load the contract. */
export const SESSION_ENDED_CODE = 4401
/** Specified: a dropped websocket is opened again three times at most, three seconds apart. */
const ATTEMPTS = 3
const PAUSE_MS = 3_000
/** A websocket that was open for this long is regarded as working: after its next drop, all attempts are available again. */
const STABLE_MS = 10_000
/** The server sends a keep-alive far more often. A websocket that is silent for longer is dead. */
const SILENCE_MS = 60_000
/** Limit of messages that wait for the websocket to open. The server accepts no more at once. */
const MAX_UNSENT = 10

/**
 * The websocket, including the attempts to reopen it. After the last attempt it stays closed until the connection is
 * known to be back: the stream delivers the same messages.
 */
export class SocketConnection {
  readonly #deps: SocketConnectionDeps
  #socket: Socket | undefined
  #running = false
  #attempts = 0
  #position = ''
  #isOpen = false
  #unsent: string[] = []
  #cancelRetry: (() => void) | undefined
  #cancelStable: (() => void) | undefined
  #cancelSilence: (() => void) | undefined

  constructor(deps: SocketConnectionDeps) {
    this.#deps = deps
  }

  /** Opens it for a user who has logged in. */
  start(): void {
    if (this.#running) return
    this.#running = true
    this.#attempts = 0
    this.#open()
  }

  /** Closes it and forgets its position: the user has logged out. */
  stop(): void {
    this.#running = false
    this.#position = ''
    this.#unsent = []
    this.#leave()
  }

  /** Reconnects after the connection was lost and is back. */
  renew(): void {
    if (!this.#running) return
    this.#attempts = 0
    this.#leave()
    this.#open()
  }

  /** Sends a message, now or when the websocket is open. */
  send(data: string): void {
    if (this.#isOpen) this.#socket?.send(data)
    else this.#unsent = [...this.#unsent, data].slice(-MAX_UNSENT)
  }

  #leave() {
    this.#cancelTimers()
    this.#cancelRetry?.()
    this.#isOpen = false
    const left = this.#socket
    this.#socket = undefined
    left?.close()
  }

  #cancelTimers() {
    this.#cancelStable?.()
    this.#cancelSilence?.()
  }

  #open() {
    const after = this.#position ? `?after=${encodeURIComponent(this.#position)}` : ''
    const socket = this.#deps.open(this.#deps.url + after)
    this.#socket = socket
    // Events of an abandoned websocket are ignored.
    const ifCurrent = (run: () => void) => {
      if (this.#socket === socket) run()
    }
    socket.addEventListener('open', () =>
      ifCurrent(() => {
        this.#isOpen = true
        for (const data of this.#unsent.splice(0)) socket.send(data)
        this.#cancelStable = this.#deps.later(() => (this.#attempts = 0), STABLE_MS)
        this.#watchSilence()
      }),
    )
    socket.addEventListener('message', ({ data }) => ifCurrent(() => this.#hear(data)))
    socket.addEventListener('close', ({ code }) => ifCurrent(() => this.#drop(code)))
  }

  #hear(data: unknown) {
    this.#watchSilence()
    if (typeof data !== 'string') return
    const position = /"position":"([^"\\]+)"/.exec(data)?.[1]
    if (position !== undefined) this.#position = position
    this.#deps.onData(data)
  }

  #watchSilence() {
    this.#cancelSilence?.()
    this.#cancelSilence = this.#deps.later(() => {
      const dead = this.#socket
      this.#drop(undefined)
      dead?.close()
    }, SILENCE_MS)
  }

  #drop(code: number | undefined) {
    this.#cancelTimers()
    this.#socket = undefined
    this.#isOpen = false
    // The stream notifies the tabs of the end of the session.
    if (code === SESSION_ENDED_CODE) this.#running = false
    if (!this.#running || this.#attempts >= ATTEMPTS) return
    this.#attempts += 1
    this.#cancelRetry = this.#deps.later(() => this.#open(), PAUSE_MS)
  }
}
