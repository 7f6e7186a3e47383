import { LiveConnection, SESSION_ENDED } from './live-connection.ts'
import type { StreamListener, StreamMessage, TabMessage } from './channel.ts'

interface HostDeps {
  url: string
  fetch?: typeof fetch
  random?: () => number
  later?: (run: () => void, ms: number) => () => void
}

function laterByTimer(run: () => void, ms: number) {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Holds the one stream and serves all tabs. Runs in a shared worker, or in the leading tab. */
export class StreamHost {
  readonly #tabs = new Set<StreamListener>()
  readonly #connection: LiveConnection
  #state: StreamMessage = { kind: 'state', state: 'ended' }
  #key: string | undefined

  constructor({
    url,
    fetch: fetcher = (...args) => fetch(...args),
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
  }

  /** Handles a message of a tab. */
  receive(tab: StreamListener, message: TabMessage): void {
    if (message.kind === 'bye') this.#leave(tab)
    if (message.kind === 'stop') this.#endSession()
    if (message.kind === 'renew') this.#connection.renew()
    if (message.kind === 'start') this.#start(tab, message.key)
  }

  #start(tab: StreamListener, key: string) {
    this.#tabs.add(tab)
    // Another user logged in; the open stream belongs to the previous one.
    if (this.#key !== undefined && this.#key !== key) this.#endSession()
    this.#key = key
    this.#connection.start()
    tab(this.#state)
  }

  #leave(tab: StreamListener) {
    this.#tabs.delete(tab)
    if (this.#tabs.size === 0) this.#stop()
  }

  /** Tabs that still show the ended session ask the server, and show the login or the new user. */
  #endSession() {
    this.#stop()
    this.#tell({ kind: 'data', data: SESSION_ENDED })
  }

  #stop() {
    this.#key = undefined
    this.#connection.stop()
  }

  #tell(message: StreamMessage) {
    for (const tab of Array.from(this.#tabs)) tab(message)
  }
}
