import { once } from 'node:events'
import type { Server } from 'node:net'

/** The ports on which contents arrive: a range that a firewall lets in, or any free ones. Each is used by one content at a time. */
export class PassivePorts {
  readonly #range: { from: number; to: number } | undefined
  readonly #used = new Set<number>()
  #next: number

  constructor(range?: { from: number; to: number }) {
    this.#range = range
    this.#next = range?.from ?? 0
  }

  /** Lets a server listen on a free port, until it closes. @returns the port; undefined if none is free */
  async listen(server: Server, host: string): Promise<number | undefined> {
    const range = this.#range
    for (let tries = range ? range.to - range.from + 1 : 1; tries > 0; tries--) {
      const port = this.#take()
      if (port === undefined) return undefined
      try {
        const listening = once(server, 'listening')
        server.listen({ port, host, exclusive: true, backlog: 1 })
        await listening
        server.once('close', () => this.#used.delete(port))
        const address = server.address()
        return typeof address === 'object' && address ? address.port : port
      } catch {
        // Another program has this port.
        this.#used.delete(port)
      }
    }
    return undefined
  }

  /** Takes the next port in turn, so that a port that has just closed rests the longest. */
  #take(): number | undefined {
    const range = this.#range
    if (!range) return 0
    for (let tries = range.to - range.from + 1; tries > 0; tries--) {
      const port = this.#next
      this.#next = port >= range.to ? range.from : port + 1
      if (this.#used.has(port)) continue
      this.#used.add(port)
      return port
    }
    return undefined
  }
}
