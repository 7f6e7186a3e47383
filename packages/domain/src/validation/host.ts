import { characterCount, type ValidationIssue } from './issue.ts'

const HOSTNAME_MAX = 253
const MAILBOX_MAX = 64
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const OCTET = /^(0|[1-9]\d{0,2})$/
// RFC 5322 dot-atom. The caller decides about +: a mailbox may contain one, a user's e-mail address may not.
const DOT_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i

/**
 * Whether a text is four decimal numbers up to 255. Other notations (octal, hex, fewer parts) are refused, since programs read them
 * differently.
 */
export function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => OCTET.test(part) && Number(part) <= 255)
}

/** Whether a text is an IPv6 address without brackets and without a zone. */
export function isIpv6(text: string): boolean {
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`)
}

/** Validates a host name of RFC 1123, or an IPv4 address in its place. International names must be in their ASCII form (xn--…). */
export function hostnameIssue(text: string): ValidationIssue | undefined {
  if (text === '') return { key: 'v.host.empty' }
  if (characterCount(text) > HOSTNAME_MAX) return { key: 'v.host.max' }
  const labels = text.split('.')
  if (!labels.every((label) => LABEL.test(label))) return { key: 'v.host.format' }
  // If the last label has only digits, URL parsers read the text as an IPv4 address or refuse it.
  const looksNumeric = /^\d+$/.test(labels.at(-1) ?? '')
  return looksNumeric && !isIpv4(text) ? { key: 'v.host.format' } : undefined
}

/** Validates the part of an e-mail address before the @. */
export function mailboxIssue(text: string): ValidationIssue | undefined {
  if (text === '') return { key: 'v.mailbox.empty' }
  if (characterCount(text) > MAILBOX_MAX) return { key: 'v.textMax', params: { n: MAILBOX_MAX } }
  return DOT_ATOM.test(text) ? undefined : { key: 'v.host.format' }
}

export function ipIssue(text: string): ValidationIssue | undefined {
  return isIpv4(text) || isIpv6(text) ? undefined : { key: 'v.ip' }
}

/** Validates the host of a device: a name, or an IPv4 or IPv6 address. */
export function hostIssue(text: string): ValidationIssue | undefined {
  return isIpv6(text) || hostnameIssue(text) === undefined ? undefined : { key: 'v.hostName' }
}

export function portIssue(value: string | number): ValidationIssue | undefined {
  const text = String(value)
  const isPort = /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535
  return isPort ? undefined : { key: 'v.port' }
}
