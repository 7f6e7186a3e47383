import { GuardError, type GuardCode, type TransportCode } from './types.ts'

const TIMEOUT = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ESOCKETTIMEDOUT',
])
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$|ETLS$)/
const PROTOCOL = /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RESPONSE|RES_|INVALID|NOT_SUPPORTED|REQ_CONTENT))/

/** What is wrong with a server's certificate, and what to do. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_FINGERPRINT:
    'The server shows another certificate than the one whose fingerprint stands in the settings. If it was renewed, enter the new fingerprint; else find out what answers there.',
  CERT_HAS_EXPIRED: 'The certificate has run out. It must be renewed on the server.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet. Check the clocks of both servers.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for another name. Check the address, or have one made for this name.',
}
/** The same where nobody whom we trust has signed it. */
const UNSIGNED =
  'No authority that is trusted here has signed the certificate. If the server made it itself, enter it, or its fingerprint, in the settings; if it was renewed, enter the new one.'
const UNSIGNED_CODES = /^(UNABLE_TO_(VERIFY|GET_ISSUER)|DEPTH_ZERO|SELF_SIGNED)/

function detailOfTls(code: string): string {
  const about = UNSIGNED_CODES.test(code) ? UNSIGNED : CERTIFICATES[code]
  return about === undefined ? `No trusted encrypted connection (${code}).` : `${about} (${code})`
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // nodemailer replaces the socket's code by its own.
  if ('originalCode' in error && typeof error.originalCode === 'string') return error.originalCode
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Maps network errors to our closed list, in words without addresses and without any part of the other side's reply. */
export function describeTransportError(error: unknown): { code: GuardCode | TransportCode; detail: string } {
  if (error instanceof GuardError) return { code: error.refusal.code, detail: error.refusal.detail }
  const code = codeOf(error)
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError' || TIMEOUT.has(code)) return { code: 'timeout', detail: 'No answer in time.' }
  if (name === 'AbortError') return { code: 'aborted', detail: 'The call was given up on our side.' }
  if (TLS.test(code)) return { code: 'tls', detail: detailOfTls(code) }
  // undici's parser errors often have no code.
  if (name === 'HTTPParserError' || PROTOCOL.test(code))
    return { code: 'protocol', detail: 'The answer was not valid HTTP.' }
  if (code === 'ECONNREFUSED') return { code: 'refused', detail: `No connection (${code}).` }
  return { code: 'connect', detail: code === '' ? 'No connection.' : `No connection (${code}).` }
}

/** The code of a network error alone. */
export const transportCodeOf = (error: unknown): GuardCode | TransportCode => describeTransportError(error).code
