import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { abortable } from './abortable.ts'
import type { Resolve } from './resolve.ts'
import { normalizeHost } from './target.ts'
import { GuardError, type HostPort } from './types.ts'

/**
 * Opens a UDP socket to a checked address of the host. The system drops datagrams from any other address, since the socket is connected.
 * Datagrams are not acknowledged, so only the first address is used: nobody can tell whether another one would do better.
 */
export async function connectUdp(resolve: Resolve, { host, port }: HostPort, signal?: AbortSignal): Promise<Socket> {
  const looked = resolve(normalizeHost(host), port)
  const resolution = await (signal ? abortable(looked, signal) : looked)
  if (!resolution.ok) throw new GuardError(resolution)
  const [first] = resolution.addresses
  if (!first) throw new GuardError({ ok: false, code: 'unresolvable', detail: `The host ${host} is not known.` })
  const socket = createSocket(first.family === 6 ? 'udp6' : 'udp4')
  try {
    const connected = once(socket, 'connect')
    socket.connect(port, first.address)
    await connected
    return socket
  } catch (error) {
    socket.close()
    throw error
  }
}
