import { isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { showsFingerprint } from './connect.ts'
import { normalizeHost } from './target.ts'
import type { Guard } from './types.ts'

const HANDSHAKE_MS = 10_000

export interface SecureTarget {
  host: string
  port: number
  /** Without TLS nothing is encrypted. */
  tls: boolean
  /** The only authorities that are trusted (PEM), instead of Node's own. */
  authority?: string | undefined
  /** The SHA-256 fingerprint of the only certificate that is accepted, whoever signed it. */
  fingerprint?: string | undefined
  signal?: AbortSignal | undefined
}

/** Encrypts a connection, and checks the certificate against the host's name. */
async function encrypt(raw: Socket, { host, authority, fingerprint }: SecureTarget): Promise<Socket> {
  const name = normalizeHost(host)
  const socket = tls.connect({
    socket: raw,
    host: name,
    ...(isIP(name) ? {} : { servername: name }),
    ...(authority === undefined ? {} : { ca: authority }),
    // Nothing is sent before the certificate was compared below.
    ...(fingerprint === undefined ? {} : { rejectUnauthorized: false, checkServerIdentity: () => undefined }),
  })
  const ready = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => ready.reject(Object.assign(new Error('No TLS in time'), { code: 'ETIMEDOUT' })),
    HANDSHAKE_MS,
  )
  const ended = (): void => ready.reject(Object.assign(new Error('closed during the handshake'), { code: 'EPROTO' }))
  socket.once('secureConnect', ready.resolve).once('error', ready.reject).once('close', ended)
  try {
    await ready.promise
    if (fingerprint !== undefined && !showsFingerprint(socket, fingerprint))
      throw Object.assign(new Error('Another certificate'), { code: 'CERT_FINGERPRINT' })
    return socket
  } catch (error) {
    // A late error of an abandoned socket must not end the process.
    socket.on('error', () => undefined).destroy()
    raw.on('error', () => undefined).destroy()
    throw error
  } finally {
    clearTimeout(timer)
    socket.off('error', ready.reject).off('close', ended)
  }
}

/** Opens a checked connection, encrypted unless it is not to be. Rejects with `GuardError` or the socket's error. */
export async function connectSecure(guard: Pick<Guard, 'connectTcp'>, target: SecureTarget): Promise<Socket> {
  const raw = await guard.connectTcp(target.host, target.port, { signal: target.signal })
  return target.tls ? encrypt(raw, target) : raw
}
