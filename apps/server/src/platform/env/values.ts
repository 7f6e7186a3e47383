import { hostnameIssue, mailAddressIssue } from '@winnow/domain'
import { z } from 'zod'
import ipaddr from 'ipaddr.js'
import { isLoopbackHost } from './loopback.ts'

// The parsers of settings. Each message continues a sentence that begins with the name of the setting.

/** A non-empty text. */
export function text() {
  return z.string().min(1, 'must not be empty')
}

/** An integer within bounds. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,12}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** A TCP port; 0 asks for any free one. */
export function port() {
  return wholeNumber(0, 65_535)
}

/** The first and the last of a range of ports: `50000-50099`. */
export function portRange() {
  const message = 'must be a range of ports like 50000-50099'
  return z
    .string()
    .regex(/^\d{4,5}-\d{4,5}$/, message)
    .transform((value) => {
      const [from = 0, to = 0] = value.split('-').map(Number)
      return { from, to }
    })
    .refine(({ from, to }) => from >= 1024 && from <= to && to <= 65_535, message)
}

/** An IPv4 address. */
export function ipv4() {
  return z
    .string()
    .refine((value) => ipaddr.IPv4.isValidFourPartDecimal(value), 'must be an IPv4 address like 203.0.113.7')
}

/** One of two words, as a boolean. */
export function flag(yes: string, no: string) {
  return z.enum([yes, no], `must be ${yes} or ${no}`).transform((value) => value === yes)
}

/** One of a few words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words, `must be one of ${words.join(', ')}`)
}

/** An address with one of the given schemes. The message never contains the value, which may hold a password. */
export function url(...schemes: string[]) {
  return z.string().refine((value) => {
    const parsed = URL.parse(value)
    return parsed !== null && schemes.includes(parsed.protocol.slice(0, -1)) && parsed.hostname !== ''
  }, `must be an address like ${schemes[0]}://host`)
}

/** An address of an identity provider: TLS, except on this machine. */
export function authority() {
  return z.string().refine((value) => {
    const parsed = URL.parse(value)
    if (!parsed || parsed.username || parsed.password || parsed.search || parsed.hash) return false
    return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopbackHost(parsed.hostname))
  }, 'must be an address like https://host')
}

/** A link that opens an app. Schemes that would run code in the page are refused. */
export function appLink() {
  return z.string().refine((value) => {
    const scheme = URL.parse(value)?.protocol
    return scheme !== undefined && !['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(scheme)
  }, 'must be a link like app://login')
}

/** The address of a page, or of a mailbox. */
export function contact() {
  return z.string().refine((value) => {
    const parsed = URL.parse(value)
    if (parsed?.protocol === 'mailto:') return /^[^@\s]+@[^@\s]+$/.test(parsed.pathname)
    return parsed !== null && ['http:', 'https:'].includes(parsed.protocol)
  }, 'must be an address like https://host or mailto:name@host')
}

/** The address of a mailbox. */
export function mailAddress() {
  return z.string().refine((value) => mailAddressIssue(value) === undefined, 'must be an address like name@example.com')
}

/** Items separated by commas; spaces around them are ignored. */
export function listOf<T>(item: z.ZodType<T, string>) {
  return z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item))
}

/** Networks in CIDR notation; a single address is allowed too. */
export function cidrList() {
  return listOf(
    z
      .string()
      .refine((value) => ipaddr.isValidCIDR(value) || isFullAddress(value), 'must be networks like 10.1.0.0/16'),
  )
}

/** Domains, in lower case, separated by commas. */
export function domainList() {
  return listOf(
    z
      .string()
      .transform((value) => value.toLowerCase())
      .refine((value) => hostnameIssue(value) === undefined, 'must be domains like mail.example, separated by commas'),
  )
}

/** Ids separated by commas. */
export function idList() {
  return listOf(z.uuid('must be ids (UUID), separated by commas'))
}

// ipaddr.js also accepts '10.1' and '0x7f000001' as addresses. In a list of trusted networks these are probably typing errors.
function isFullAddress(value: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value)
}
