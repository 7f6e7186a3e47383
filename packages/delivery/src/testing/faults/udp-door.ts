import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { ownAddress, pauseOf, type Door, type Fault } from './door.ts'

/** The pause of a slow receiver for each datagram, in times of that for a byte. */
const BYTES = 50

/**
 * Opens a way by UDP to a port of this machine. Datagrams have no connection: one that is killed answers nothing and its system refuses
 * them, one that hangs takes them, and `half-closed` means that the answer is lost.
 */
export async function openUdpDoor(stationPort: number, { pauseMs = 0 }: { pauseMs?: number } = {}): Promise<Door> {
  const host = ownAddress()
  let fault: Fault | undefined
  let met = 0
  /** Continuations to the receiver, by the client's port. */
  const lines = new Map<number, Socket>()
  let port = 0
  let server: Socket | undefined

  const lineOf = (client: number): Socket => {
    const known = lines.get(client)
    if (known) return known
    const line = createSocket('udp4')
    line.on('message', (answer) => {
      if (fault === 'half-closed' || fault === 'hung') met += 1
      else void pauseOf(fault === 'slow' ? pauseMs * BYTES : 0).then(() => server?.send(answer, client, '127.0.0.1'))
    })
    lines.set(client, line)
    return line
  }
  const listen = async (): Promise<Socket> => {
    const socket = createSocket('udp4')
    socket.on('message', (datagram, from) => {
      if (fault === 'hung' || fault === 'slow') met += 1
      if (fault !== 'hung') lineOf(from.port).send(datagram, stationPort, '127.0.0.1')
    })
    socket.bind(port, host)
    await once(socket, 'listening')
    port = socket.address().port
    return socket
  }
  const kill = async (): Promise<void> => {
    for (const line of lines.values()) line.close()
    lines.clear()
    const closing = server
    server = undefined
    if (!closing) return
    const closed = once(closing, 'close')
    closing.close()
    await closed
  }
  server = await listen()
  return {
    host,
    port,
    met: () => met,
    async begin(next) {
      met = 0
      fault = next
      if (next === 'killed' || next === 'restarted') await kill()
      if (next === 'restarted') server = await listen()
    },
    async end() {
      fault = undefined
      server ??= await listen()
    },
    close: kill,
  }
}
