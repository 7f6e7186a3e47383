import type { Socket } from 'node:net'
import { failureOf } from '../failure.ts'
import { describeTransportError } from '../guard/transport-error.ts'
import type { DeliveryDeps } from '../receiver.ts'
import type { DeliveryResult } from '../result.ts'

/** How long the event server has to take the text. */
const TAKE_MS = 8_000
/** How long it is listened to after that, since a server that refuses the text breaks off. */
const AFTER_MS = 500

/** Writes the text, ends our side, and waits a moment for the other side to end. What it sends is passed over, however much it is. */
async function writeAndEnd(socket: Socket, text: string, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  /** A connection that ends, or is kept open, before all of the text was written has not taken it. */
  const settle = (): void =>
    socket.writableFinished ? resolve() : reject(Object.assign(new Error('not taken'), { code: 'ETIMEDOUT' }))
  let timer = setTimeout(settle, TAKE_MS)
  // XProtect may keep the connection open.
  socket.once('finish', () => {
    clearTimeout(timer)
    timer = setTimeout(settle, AFTER_MS)
  })
  const giveUp = (): void => reject(new DOMException('given up', 'AbortError'))
  signal?.addEventListener('abort', giveUp)
  socket.on('error', reject).on('end', settle).on('close', settle).resume()
  socket.end(text)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
    socket.destroy()
  }
}

/** Sends the text of a generic event over TCP. The protocol has no acknowledgement: taken by the system of the other side is delivered. */
export async function sendGenericEvent(
  { guard, signal, transcript }: DeliveryDeps,
  { host, port }: { host: string; port: number },
  text: string,
  elapsed: () => number,
): Promise<DeliveryResult> {
  try {
    const socket = await guard.connectTcp(host, port, { signal })
    transcript?.sent(text)
    socket.on('data', (chunk: Buffer) => transcript?.answered(chunk))
    await writeAndEnd(socket, text, signal)
    return { ok: true, ms: elapsed() }
  } catch (error) {
    const { code, detail } = describeTransportError(error)
    return { ok: false, ...failureOf(code), ms: elapsed(), detail }
  }
}
