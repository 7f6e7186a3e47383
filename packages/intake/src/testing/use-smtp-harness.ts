import { once } from 'node:events'
import { afterEach } from 'vitest'
import { type Harness, RawClient, startHarness } from './smtp-harness.ts'

/** The server and the clients of one test file. */
interface SmtpTests {
  /** The server that the running test has started. */
  readonly harness: Harness
  start(...options: Parameters<typeof startHarness>): Promise<void>
  /** @param localAddress the loopback address that the client connects from */
  client(localAddress?: string): RawClient
}

/** Gives each test of a file its own server and clients. They are closed after the test. */
export function useSmtpHarness(): SmtpTests {
  let harness: Harness | undefined
  const clients: RawClient[] = []
  const current = (): Harness => {
    if (!harness) throw new Error('the test has not started a server')
    return harness
  }

  afterEach(async () => {
    for (const { socket } of clients.splice(0)) socket.destroy()
    await harness?.server.close(0)
    harness = undefined
  })

  return {
    get harness() {
      return current()
    },
    async start(...options) {
      harness = await startHarness(...options)
    },
    client(localAddress) {
      const made = new RawClient(current().port, localAddress)
      clients.push(made)
      return made
    },
  }
}

/** Resolves when the connection of a client has ended. */
export const closed = async ({ socket }: RawClient): Promise<unknown> => socket.closed || once(socket, 'close')
