import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { failureOf } from '../failure.ts'
import { connectSecure } from '../guard/connect-secure.ts'
import { describeTransportError } from '../guard/transport-error.ts'
import type { DeliveryDeps, ReceiverAdapter } from '../receiver.ts'
import type { DeliveryResult } from '../result.ts'
import { frameOf } from './frame.ts'
import { parseSyslogConfig, type SyslogConfig } from './syslog-config.ts'

/** The time that a server has to read what it was sent and to close, in ms. */
const CLOSE_MS = 10_000

/**
 * Sends bytes, ends the connection on our side and waits until the server closes it in order. Syslog has no answers, so this is the only sign
 * that the server has read to the end: one that hangs never closes, and one that stops reading resets the connection.
 */
async function hand(socket: Socket, bytes: Buffer, signal: AbortSignal | undefined): Promise<void> {
  const closed = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => closed.reject(Object.assign(new Error('not closed in time'), { code: 'ETIMEDOUT' })),
    CLOSE_MS,
  )
  const giveUp = (): void => closed.reject(new DOMException('given up', 'AbortError'))
  signal?.addEventListener('abort', giveUp)
  socket.on('error', closed.reject).on('close', () => closed.resolve())
  try {
    signal?.throwIfAborted()
    // Whatever the server says is dropped.
    socket.resume()
    socket.end(bytes)
    await closed.promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
    socket.destroy()
  }
}

async function attempt(
  { guard, signal, transcript }: DeliveryDeps,
  config: SyslogConfig,
  bytes: Buffer,
): Promise<DeliveryResult> {
  const startedAt = performance.now()
  const ms = (): number => Math.round(performance.now() - startedAt)
  try {
    const socket = await connectSecure(guard, config.target)
    transcript?.sent(bytes)
    await hand(socket, bytes, signal)
    return { ok: true, ms: ms(), detail: 'Syslog has no answers: the server read it to the end and closed.' }
  } catch (error) {
    const { code, detail } = describeTransportError(error)
    return { ok: false, ...failureOf(code), ms: ms(), detail }
  }
}

/** Sends alarms to a syslog server or SIEM: docs/receivers.md. */
export const syslogReceiver: ReceiverAdapter<SyslogConfig> = {
  inFlight: { limit: 32, perCompany: 8 },
  parse: parseSyslogConfig,
  addresses: ({ target }) => [{ field: 'host', host: target.host, port: target.port }],
  wantsPicture: () => false,
  send: ({ id, payload }, config, deps) => attempt(deps, config, frameOf(id, payload, config.facility)),
  heartbeat: (_state, config, deps) => attempt(deps, config, Buffer.alloc(0)),
}
