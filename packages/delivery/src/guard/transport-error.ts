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
  if (TLS.test(code)) return { code: 'tls', detail: `No trusted encrypted connection (${code}).` }
  // undici's parser errors often have no code.
  if (name === 'HTTPParserError' || PROTOCOL.test(code))
    return { code: 'protocol', detail: 'The answer was not valid HTTP.' }
  if (code === 'ECONNREFUSED') return { code: 'refused', detail: `No connection (${code}).` }
  return { code: 'connect', detail: code === '' ? 'No connection.' : `No connection (${code}).` }
}
