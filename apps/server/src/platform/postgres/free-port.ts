import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { StartError } from '../start-error.ts'

/** Whether a loopback port can be listened on now. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/**
 * A free loopback port below the range from which systems take ports for outgoing connections, so that the port is still
 * there when the server has to start anew.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(15_000, 30_000)
    if (await isPortFree(port)) return port
  }
  throw new StartError('No free port was found for PostgreSQL on 127.0.0.1.')
}
