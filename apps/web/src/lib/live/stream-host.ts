import { LiveConnection, SESSION_ENDED } from './live-connection.ts'
import { type Socket, SocketConnection } from './socket-connection.ts'
import type { StreamListener, StreamMessage, TabMessage } from './channel.ts'

interface HostDeps {
  url: string
  fetch?: typeof fetch
  openSocket?: (url: string) => Socket
  random?: () => number
  later?: (run: () => void, ms: number) => () => void
}

function laterByTimer(run: () => void, ms: number) {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** The address of the websocket: the API path itself. */
function addressOfSocket(): string {
  const url = new URL('/api', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** Holds the one stream and the one websocket, and serves all tabs. Runs in a shared worker, or in the leading tab. */
export class StreamHost {
  readonly #tabs = new Set<StreamListener>()
  readonly #connection: LiveConnection
  readonly #socket: SocketConnection
  #state: StreamMessage = { kind: 'state', state: 'ended' }
  #key: string | undefined

  constructor({
    url,
    fetch: fetcher = (...args) => fetch(...args),
    openSocket = (address) => new WebSocket(address),
    random = Math.random,
    later = laterByTimer,
  }: HostDeps) {
    this.#connection = new LiveConnection({
      url,
      fetch: fetcher,
      random,
      later,
      onState: (state) => {
        this.#state = { kind: 'state', state }
        this.#tell(this.#state)
      },
      onData: (data) => this.#tell({ kind: 'data', data }),
    })
    this.#socket = new SocketConnection({
      url: addressOfSocket(),
      open: openSocket,
      later,
      onData: (data) => this.#tell({ kind: 'socket', data }),
    })
  }

  /** Handles a message of a tab. */
  receive(tab: StreamListener, message: TabMessage): void {
    if (message.kind === 'bye') this.#leave(tab)
    if (message.kind === 'stop') this.#endSession()
    if (message.kind === 'send') this.#socket.send(message.data)
    if (message.kind === 'renew') {
      this.#connection.renew()
      this.#socket.renew()
    }
    if (message.kind === 'start') this.#start(tab, message.key)
  }

  #start(tab: StreamListener, key: string) {
    this.#tabs.add(tab)
    // Another user logged in; the open stream belongs to the previous one.
    if (this.#key !== undefined && this.#key !== key) this.#endSession()
    this.#key = key
    this.#connection.start()
    this.#socket.start()
    tab(this.#state)
  }

  #leave(tab: StreamListener) {
    this.#tabs.delete(tab)
    if (this.#tabs.size === 0) this.#stop()
  }

  /** Stops, and reports the end of the session to all tabs. They ask the server who is logged in, and show the login or the new user. */
  #endSession() {
    this.#stop()
    this.#tell({ kind: 'data', data: SESSION_ENDED })
  }

  #stop() {
    this.#key = undefined
    this.#connection.stop()
    this.#socket.stop()
  }

  #tell(message: StreamMessage) {
    for (const tab of Array.from(this.#tabs)) tab(message)
  }
}
