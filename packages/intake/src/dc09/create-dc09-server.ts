import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { clientKey, createPlaces } from '@winnow/domain'
import { createFrameReader } from '@winnow/domain/sia-dc09'
import { Watchdog } from '../watchdog.ts'
import { createFrameHandler } from './handle-frame.ts'
import type { Dc09Server, Dc09ServerOptions } from './ports.ts'

/** One of this many connections is reserved for addresses that have no connection yet. */
const RESERVED_PART = 10
/** Frames that came over UDP and are not answered yet. What comes beyond is lost on the way, as datagrams are, and repeated. */
const MAX_DATAGRAMS = 1_000
/** Frames of one connection that wait. A panel waits for an answer before its next message. */
const MAX_WAITING = 100

type Answer = (frame: Buffer, remoteAddress: string) => Promise<Buffer | undefined>

/** Answers the frames of one connection, one after the other. */
function serve(socket: Socket, answer: Answer, watchdog: Watchdog<Socket>): void {
  const { remoteAddress = '' } = socket
  const read = createFrameReader()
  let waiting = 0
  let isInFrame = false
  let answered = Promise.resolve()
  const wait = (): void => watchdog.enter(socket, isInFrame ? 'data' : 'step')
  const one = async (frame: Buffer): Promise<void> => {
    const reply = await answer(frame, remoteAddress)
    if (reply && socket.writable) socket.write(reply)
  }
  wait()
  socket.on('data', (bytes: Buffer) => {
    const frames = read(bytes)
    // Some panels write a line feed behind their frames. A deadline runs from the first byte of a frame, and single bytes do not extend it.
    const begins = bytes.subarray(bytes.lastIndexOf(0x0d) + 1).some((byte) => byte > 0x20)
    if (frames.length > 0 || (begins && !isInFrame)) {
      isInFrame = begins
      wait()
    }
    for (const frame of frames) {
      if (++waiting > MAX_WAITING) {
        socket.destroy()
        break
      }
      answered = answered.then(() => one(frame)).finally(() => waiting--)
    }
    answered.catch(() => socket.destroy())
  })
}

/** Answers the frames of datagrams, while there is room for more. */
function serveDatagrams(udp: UdpSocket, answer: Answer, hasRoom: () => boolean): void {
  const answerTo = async (frame: Buffer, { address, port }: { address: string; port: number }): Promise<void> => {
    const reply = await answer(frame, address)
    // The panel sends its message again if the answer is lost.
    if (reply) udp.send(reply, port, address, () => undefined)
  }
  udp.on('message', (datagram, from) => {
    const [frame] = createFrameReader()(datagram)
    // `send` throws where the sender wrote port 0, and once the socket is closed.
    if (frame && hasRoom()) answerTo(frame, from).catch(() => undefined)
  })
}

/** Creates what closes the connections of panels that are too slow. */
const createWatchdog = <Panel>({ log, idleTimeoutMs, frameTimeoutMs }: Dc09ServerOptions<Panel>): Watchdog<Socket> =>
  new Watchdog<Socket>({ step: idleTimeoutMs ?? 900_000, data: frameTimeoutMs ?? 10_000 }, (socket, phase) => {
    log.info({ remoteAddress: socket.remoteAddress, phase }, 'panel was too slow')
    socket.destroy()
  })

/** Creates the receiver for panels that speak ANSI/SIA DC-09, over TCP and UDP on one port. The product stores what they say (`ports`). */
export function createDc09Server<Panel>(options: Dc09ServerOptions<Panel>): Dc09Server {
  const { log, host, ports, now, requireEncryption } = options
  const total = options.maxConnections ?? 1_000
  const places = createPlaces({
    perHolder: options.maxConnectionsPerAddress ?? 128,
    total,
    reserved: Math.floor(total / RESERVED_PART),
  })
  const sockets = new Set<Socket>()
  const running = new Set<Promise<unknown>>()
  const watchdog = createWatchdog(options)
  const handle = createFrameHandler({ ports, now, requireEncryption })
  const answer: Answer = (frame, remoteAddress) => {
    const task = handle(frame, remoteAddress)
      .catch((error: unknown) => {
        log.error({ err: error }, 'a message of a panel failed; it is repeated')
        return undefined
      })
      .finally(() => running.delete(task))
    running.add(task)
    return task
  }
  const tcp = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    const leave = places.take(clientKey(socket.remoteAddress ?? ''))
    if (!leave) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => {
      watchdog.forget(socket)
      sockets.delete(socket)
      leave()
    })
    serve(socket, answer, watchdog)
  })
  const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  serveDatagrams(udp, answer, () => running.size < MAX_DATAGRAMS)

  return {
    async listen() {
      const port = await listenBoth({ tcp, udp }, options)
      for (const server of [tcp, udp]) server.on('error', (err: Error) => log.error({ err }, 'dc-09 listener failed'))
      return { port }
    },
    async close(graceMs) {
      if (tcp.listening) tcp.close()
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([Promise.allSettled(running), grace])
      for (const socket of sockets) socket.destroySoon()
      udp.close()
    },
    connections: () => sockets.size,
  }
}

interface Place {
  host: string
  port: number
}

/** Listens on one port for both. @returns the port */
async function listenBoth({ tcp, udp }: { tcp: Server; udp: UdpSocket }, place: Place): Promise<number> {
  const port = await listenTcp(tcp, place)
  try {
    const bound = once(udp, 'listening')
    udp.bind({ port, address: place.host, exclusive: true })
    await bound
  } catch (error) {
    tcp.close()
    throw error
  }
  return port
}

async function listenTcp(tcp: Server, { host, port }: Place): Promise<number> {
  const listening = once(tcp, 'listening')
  tcp.listen({ port, host })
  await listening
  const address = tcp.address()
  return typeof address === 'object' && address ? address.port : port
}
