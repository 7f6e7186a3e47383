import { isIP } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import { normalizeHost } from './target.ts'
import { describeTransportError } from './transport-error.ts'
import type { Guard, GuardCode, TransportCode } from './types.ts'

const TIMEOUT_MS = 10_000

/** A certificate that a server showed. */
export interface SeenCertificate {
  /** SHA-256, in pairs of hexadecimal digits with colons. */
  fingerprint: string
  /** The name that it is for, as the certificate says. */
  subject: string
  validTo: Date | null
  /** Whether a known authority has signed it for this host. */
  isTrusted: boolean
}

function certificateOf(socket: TLSSocket, host: string): SeenCertificate | undefined {
  const shown = socket.getPeerCertificate()
  if (!shown.fingerprint256) return undefined
  const validTo = new Date(shown.valid_to)
  // A certificate can have several names, whatever the type says.
  const name: unknown = shown.subject?.CN
  return {
    fingerprint: shown.fingerprint256,
    subject: (typeof name === 'string' ? name : '').slice(0, 200).toWellFormed(),
    validTo: Number.isNaN(validTo.getTime()) ? null : validTo,
    isTrusted: socket.authorized && tls.checkServerIdentity(host, shown) === undefined,
  }
}

/**
 * Looks at the certificate of a server whose address the guard allows. Nothing is sent after the handshake. Whoever keeps the fingerprint
 * passes it to {@link Guard.fetch}, which then accepts no other certificate.
 */
export async function seeCertificate(
  guard: Pick<Guard, 'connectTcp'>,
  { host, port }: { host: string; port: number },
  timeoutMs = TIMEOUT_MS,
): Promise<{ ok: true; certificate: SeenCertificate } | { ok: false; code: GuardCode | TransportCode }> {
  const name = normalizeHost(host)
  const abort = AbortSignal.timeout(timeoutMs)
  try {
    const raw = await guard.connectTcp(host, port, { timeoutMs, signal: abort })
    const socket = tls.connect({
      socket: raw,
      host: name,
      rejectUnauthorized: false,
      ...(isIP(name) ? {} : { servername: name }),
    })
    const ready = Promise.withResolvers<void>()
    const late = (): void => ready.reject(Object.assign(new Error('No TLS in time'), { code: 'ETIMEDOUT' }))
    const ended = (): void => ready.reject(Object.assign(new Error('closed during the handshake'), { code: 'EPROTO' }))
    abort.addEventListener('abort', late)
    socket.once('secureConnect', ready.resolve).on('error', ready.reject).once('close', ended)
    try {
      await ready.promise
      const certificate = certificateOf(socket, name)
      return certificate ? { ok: true, certificate } : { ok: false, code: 'tls' }
    } finally {
      abort.removeEventListener('abort', late)
      socket.off('close', ended).destroy()
      raw.destroy()
    }
  } catch (error) {
    return { ok: false, code: describeTransportError(error).code }
  }
}
