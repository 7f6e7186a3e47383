import type { Socket } from 'node:net'
import { connectSecure, transportCodeOf, type VmsAddress } from '@winnow/delivery'
import { WebSocket } from 'ws'
import { ConnectError, type Line } from '../../platform/connect/connector.ts'
import { vmsConnectError } from '../digital-watchdog/index.ts'

/** A connection to the Events and State WebSocket API. */
export interface EventsSocket {
  send(message: string): void
  /** The next message. @throws ConnectError when there will be none */
  next(): Promise<string>
  /** Ends the connection. @param problem what `next` throws then */
  close(problem?: ConnectError): void
}

export interface SocketTiming {
  /** How often the other side is asked whether it is there. */
  pingMs: number
  /** After this time without a word the connection is dead. */
  quietMs: number
  /** How long the other side may take to open the connection. */
  openMs: number
}

const PATH = '/api/ws/events/v1/'
/** What was missed comes in one message. */
const MAX_MESSAGE = 8 * 1024 * 1024
export const USUAL_TIMING: SocketTiming = { pingMs: 20_000, quietMs: 60_000, openMs: 10_000 }

/** What a refused upgrade means. Nothing of the answer is repeated. */
function refusal(status: number): ConnectError {
  if (status === 401 || status === 403) return new ConnectError('login')
  return new ConnectError(status >= 300 && status < 400 ? 'redirect' : 'answer')
}

const hasCode = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.startsWith('WS_ERR')

async function connect(line: Pick<Line, 'guard' | 'signal'>, { host, port, fingerprint }: VmsAddress) {
  try {
    return await connectSecure(line.guard, {
      host,
      port,
      tls: true,
      fingerprint: fingerprint === '' ? undefined : fingerprint,
      signal: line.signal,
    })
  } catch (error) {
    throw vmsConnectError(transportCodeOf(error), host)
  }
}

const openOver = (raw: Socket, { host, port }: VmsAddress, token: string): WebSocket =>
  new WebSocket(`ws://${host.includes(':') ? `[${host}]` : host}:${port}${PATH}`, {
    // It is encrypted already.
    createConnection: () => raw,
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
    followRedirects: false,
  })

/** What has arrived on a connection, and whether it has ended. */
interface Arrivals {
  waiting: string[]
  ended: ConnectError | undefined
  /** Set while the next message is waited for. */
  wake: (() => void) | undefined
  seenAt: number
  end: (error: ConnectError) => void
}

/** Listens to a connection. @returns what arrives, and when it is open or has failed */
function listen(socket: WebSocket, raw: Socket, isAlive: () => void): { arrivals: Arrivals; opened: Promise<void> } {
  const opened = Promise.withResolvers<void>()
  const arrivals: Arrivals = {
    waiting: [],
    ended: undefined,
    wake: undefined,
    seenAt: performance.now(),
    end(error) {
      arrivals.ended ??= error
      socket.terminate()
      raw.destroy()
      arrivals.wake?.()
    },
  }
  const seen = (): void => {
    arrivals.seenAt = performance.now()
    isAlive()
  }
  socket
    .on('open', opened.resolve)
    .on('unexpected-response', (_request, response) => arrivals.end(refusal(response.statusCode ?? 0)))
    .on('error', (error) => arrivals.end(new ConnectError(hasCode(error) ? 'answer' : 'closed', { cause: error })))
    .on('close', () => {
      arrivals.end(new ConnectError('closed'))
      opened.resolve()
    })
    .on('pong', seen)
    .on('message', (data, isBinary) => {
      if (isBinary) return arrivals.end(new ConnectError('answer'))
      seen()
      // oxlint-disable-next-line typescript/no-base-to-string -- a text arrives as one buffer
      arrivals.waiting.push(data.toString())
      socket.pause()
      arrivals.wake?.()
    })
  return { arrivals, opened: opened.promise }
}

/** The next message. While there is none to be read, the other side may send. */
async function nextOf(arrivals: Arrivals, socket: WebSocket): Promise<string> {
  for (;;) {
    const message = arrivals.waiting.shift()
    if (message !== undefined) return message
    if (arrivals.ended) throw arrivals.ended
    const arrived = Promise.withResolvers<void>()
    arrivals.wake = arrived.resolve
    arrivals.seenAt = performance.now()
    if (socket.readyState === WebSocket.OPEN) socket.resume()
    // oxlint-disable-next-line no-await-in-loop -- one message after the other
    await arrived.promise
    arrivals.wake = undefined
  }
}

/**
 * Opens the connection over a socket whose address and certificate were checked. Messages are read one at a time: while one is handled, the
 * other side waits.
 */
export async function openEventsSocket(
  line: Pick<Line, 'guard' | 'signal' | 'isAlive'>,
  address: VmsAddress,
  token: string,
  { pingMs, quietMs, openMs }: SocketTiming = USUAL_TIMING,
): Promise<EventsSocket> {
  const raw = await connect(line, address)
  const socket = openOver(raw, address, token)
  const { arrivals, opened } = listen(socket, raw, () => line.isAlive())
  const giveUp = (): void => arrivals.end(new ConnectError('closed'))
  const pings = setInterval(() => {
    // A message that is being handled keeps us from hearing the other side.
    if (arrivals.wake && performance.now() - arrivals.seenAt > quietMs) arrivals.end(new ConnectError('quiet'))
    else if (socket.readyState === WebSocket.OPEN) socket.ping()
  }, pingMs)
  socket.on('close', () => {
    clearInterval(pings)
    line.signal.removeEventListener('abort', giveUp)
  })
  line.signal.addEventListener('abort', giveUp)
  if (line.signal.aborted) giveUp()
  // The time limit of `ws` would not run: Node sets it only on a socket that it opens itself.
  const late = setTimeout(() => arrivals.end(new ConnectError('quiet')), openMs)
  await opened.finally(() => clearTimeout(late))
  if (arrivals.ended) throw arrivals.ended
  return {
    send: (message) => socket.send(message, () => undefined),
    next: () => nextOf(arrivals, socket),
    close: (problem = new ConnectError('closed')) => arrivals.end(problem),
  }
}
