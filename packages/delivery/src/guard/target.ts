import { isHttpPortAllowed, type AllowedPorts } from './ports.ts'
import type { GuardRefusal } from './types.ts'

const MAX_URL = 2048
// A host name. Underscores are also accepted, because they are common in private networks, although the standard forbids them.
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/
// Characters with which two parsers may find different hosts in one text: the WHATWG parser drops tabs and line breaks and turns \ into /.
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
 * Parses an http(s) address by the WHATWG rules, with the same parser as the request. So decimal, octal, hex and Unicode forms of an
 * address mean the same in the check and in the request. Does not resolve the name.
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
  // The host name without its trailing dot, because certificates do not contain the dot.
  if (!isV6) url.hostname = hostname
  url.hash = ''
  return { ok: true, target: { url, hostname, port } }
}
