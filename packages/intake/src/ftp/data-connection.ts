import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { clientKey } from '@winnow/domain'
import type { PassivePorts } from './passive-ports.ts'

/** The connection for the content of one file, which the device opens. */
export interface DataConnection {
  port: number
  /** Waits for the device. Undefined if it does not come in time. */
  connected(): Promise<Socket | undefined>
  /** Ends it, whatever its state. */
  close(): void
}

/** From where a device may connect, and for how long it is awaited. */
interface DataOptions {
  host: string
  /** The address of the device. */
  peer: string
  timeoutMs: number
}

/**
 * Listens for the content of one file. Only the device's own address may connect. Anybody else's connection is closed without any effect on
 * the device's, so that nobody can take its place or end its session.
 * @returns undefined if no port is free
 */
export async function openDataConnection(
  ports: PassivePorts,
  { host, peer, timeoutMs }: DataOptions,
): Promise<DataConnection | undefined> {
  const server = createServer({ pauseOnConnect: true })
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
  let socket: Socket | undefined
  server.on('connection', (incoming) => {
    incoming.on('error', () => incoming.destroy())
    if (socket || clientKey(incoming.remoteAddress ?? '') !== clientKey(peer)) {
      incoming.destroy()
      return
    }
    socket = incoming
    clearTimeout(timer)
    server.close()
    resolve(incoming)
  })
  const port = await ports.listen(server, host)
  // A server that stopped listening has failed to the device too. Before, an error only says that another program has one of the ports.
  server.on('error', () => resolve(undefined))
  const close = (): void => {
    clearTimeout(timer)
    if (server.listening) server.close()
    socket?.destroy()
    resolve(undefined)
  }
  const timer = setTimeout(close, timeoutMs)
  timer.unref()
  if (port === undefined) {
    clearTimeout(timer)
    return undefined
  }
  return { port, connected: () => promise, close }
}

/** Begins TLS on a connection that a device opened. @throws if the device does not manage it in time */
export async function beginTls(socket: Socket, secureContext: SecureContext, timeoutMs: number): Promise<TLSSocket> {
  const secure = new TLSSocket(socket, { isServer: true, secureContext })
  const timer = setTimeout(() => secure.destroy(new Error('The TLS handshake took too long')), timeoutMs)
  try {
    await Promise.race([
      once(secure, 'secure'),
      once(secure, 'close').then(() => Promise.reject(new Error('The connection closed during the TLS handshake'))),
    ])
    return secure
  } catch (error) {
    secure.on('error', () => undefined)
    secure.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
