import { isHttpPortAllowed, type AllowedPorts } from './ports.ts'
import type { GuardRefusal } from './types.ts'

const MAX_URL = 2048
// Underscores are not allowed in host names, but are common in private networks.
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/
// The WHATWG parser drops tabs and line breaks and turns \ into /, so that two readers of one text may see two hosts.
// eslint-disable-next-line no-control-regex
const AMBIGUOUS = /[\u0000-\u0020\u007f\\]/

export interface Target {
  url: URL
  /** Lower case, ASCII, without brackets and trailing dot: an IP address or a name. */
  hostname: string
  port: number
}

function refuse(code: GuardRefusal['code'], detail: string): GuardRefusal {
  return { ok: false, code, detail }
}

/** The form in which hosts are compared: lower case, no brackets, no trailing dot. */
export function normalizeHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

/**
 * Parses an http(s) address by the WHATWG rules, with the parser that also makes the request. So decimal, octal, hex and Unicode forms of
 * an address mean the same for both. Resolves nothing.
 */
export function parseTarget(text: string, allowedPorts: AllowedPorts): { ok: true; target: Target } | GuardRefusal {
  if (text.length > MAX_URL) return refuse('invalid', `The address is longer than ${MAX_URL} characters.`)
  if (AMBIGUOUS.test(text)) return refuse('invalid', 'The address contains a blank, a line break or a backslash.')
  if (!URL.canParse(text)) return refuse('invalid', 'This is not an address that can be called.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('scheme', 'The address must start with http:// or https://.')
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('credentials', 'The address must not contain a user name or password; use a header instead.')
  }
  const hostname = normalizeHost(url.hostname)
  const isV6 = url.hostname.startsWith('[')
  if (!isV6 && !HOST_NAME.test(hostname)) return refuse('invalid', 'The host name of the address is not valid.')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!isHttpPortAllowed(port, allowedPorts)) return refuse('port', `Port ${port} may not be called.`)
  // Without its trailing dot, since certificates would not match.
  if (!isV6) url.hostname = hostname
  url.hash = ''
  return { ok: true, target: { url, hostname, port } }
}
