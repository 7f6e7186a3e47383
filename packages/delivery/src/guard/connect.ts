import net, { type LookupFunction, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { parseAddress } from './address.ts'
import { abortable } from './abortable.ts'
import type { Resolve } from './resolve.ts'
import { normalizeHost } from './target.ts'
import { GuardError, type HostPort, type ResolvedAddress } from './types.ts'

/** A lookup that returns only checked addresses, so that a socket cannot resolve a name again. */
function pinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (hostname, options, callback) => {
    const wanted = addresses.filter(({ family }) => !options.family || options.family === family)
    const [first] = wanted
    if (!first) return callback(Object.assign(new Error(`No address for ${hostname}`), { code: 'ENOTFOUND' }), '', 0)
    if (options.all) return callback(null, [...wanted])
    callback(null, first.address, first.family)
  }
}

/**
 * Ensures that a socket is connected to a checked address, so that nothing is sent to any other. One that the other side has already reset
 * has no address any more: this tells of a receiver that is down, and not of an address that is refused.
 * @throws GuardError if it is connected elsewhere, and an error with the code ECONNRESET if it is connected no more
 */
export function requirePinned(
  { remoteAddress }: Pick<Socket, 'remoteAddress'>,
  { host, addresses }: { host: string; addresses: readonly ResolvedAddress[] },
): void {
  if (remoteAddress === undefined)
    throw Object.assign(new Error('The connection was reset at once'), { code: 'ECONNRESET' })
  const remote = parseAddress(remoteAddress)?.toString()
  if (addresses.some(({ address }) => address === remote)) return
  throw new GuardError({ ok: false, code: 'private', detail: `${host} led to an address that was not checked.` })
}

const digitsOf = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()

/** Whether the server showed the certificate with this fingerprint. A connection without TLS shows none. */
export const showsFingerprint = (socket: Socket, fingerprint: string): boolean =>
  socket instanceof TLSSocket && digitsOf(socket.getPeerCertificate().fingerprint256 ?? '') === digitsOf(fingerprint)

async function checked(resolve: Resolve, host: string, port: number): Promise<ResolvedAddress[]> {
  const resolution = await resolve(normalizeHost(host), port)
  if (!resolution.ok) throw new GuardError(resolution)
  return resolution.addresses
}

/** The connector for HTTP. It resolves once, checks, and connects to a checked address. TLS still verifies the host's name. */
export function createConnector(
  resolve: Resolve,
  options: { ca?: string | readonly string[]; fingerprint?: string },
): buildConnector.connector {
  const open = callbackify(async (target: buildConnector.Options): Promise<Socket> => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
    const addresses = await checked(resolve, target.hostname, port)
    const connect = buildConnector({
      allowH2: false,
      autoSelectFamily: true,
      timeout: 10_000,
      lookup: pinnedLookup(addresses),
      ...(options.ca === undefined ? {} : { ca: typeof options.ca === 'string' ? options.ca : [...options.ca] }),
      // Nothing is sent before the certificate was compared below.
      ...(options.fingerprint === undefined ? {} : { rejectUnauthorized: false, checkServerIdentity: () => undefined }),
    })
    const connection = Promise.withResolvers<Socket>()
    connect(target, (error, socket) => (error ? connection.reject(error) : connection.resolve(socket)))
    const socket = await connection.promise
    try {
      requirePinned(socket, { host: target.hostname, addresses })
      if (options.fingerprint === undefined || showsFingerprint(socket, options.fingerprint)) return socket
      throw Object.assign(new Error('wrong'), { code: 'CERT_FINGERPRINT' })
    } catch (error) {
      socket.destroy()
      throw error
    }
  })
  return (target, callback) => {
    open(target, (error, socket) => (error ? callback(error, null) : callback(null, socket)))
  }
}

/** Opens a TCP connection to a checked address of the host. `signal` gives it up, in the look-up of the name too. */
export async function connectTcp(
  resolve: Resolve,
  { host, port }: HostPort,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Socket> {
  const looked = checked(resolve, host, port)
  const addresses = await (signal ? abortable(looked, signal) : looked)
  const socket = net.connect({
    host: normalizeHost(host),
    port,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
  })
  const connected = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => connected.reject(Object.assign(new Error('Connection timed out'), { code: 'ETIMEDOUT' })),
    timeoutMs,
  )
  socket.once('connect', connected.resolve).once('error', connected.reject)
  const giveUp = (): void => connected.reject(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  try {
    await connected.promise
    requirePinned(socket, { host, addresses })
    return socket
  } catch (error) {
    // A late error of an abandoned socket must not end the process.
    socket.on('error', () => undefined).destroy()
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
    socket.off('error', connected.reject)
  }
}
