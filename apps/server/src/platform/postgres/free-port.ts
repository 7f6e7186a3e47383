import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { StartError } from '../start-error.ts'

/** Whether a loopback port is free now. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** A free loopback port below the range that systems use for outgoing connections, so that it is still free when the server restarts. */
export async function findFreePort(whatFor = 'PostgreSQL'): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(15_000, 30_000)
    if (await isPortFree(port)) return port
  }
  throw new StartError(`No free port was found for ${whatFor} on 127.0.0.1.`)
}
