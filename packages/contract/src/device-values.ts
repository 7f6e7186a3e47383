import { z } from 'zod'

/** What a field of a device's address says when it is wrong: the messages of the API, which the console translates. */
export const HOST_EMPTY = 'Hostname is empty'
export const HOST_TOO_LONG = 'max. 253 characters'
export const HOST_FORMAT = 'invalid format'
export const HOST_INVALID = 'Host name is invalid'
export const IP_INVALID = 'IP is invalid'
export const PORT_INVALID = 'Port is invalid'
export const MAILBOX_EMPTY = 'Mailbox is empty'
export const NUMBER_INVALID = 'Number is invalid'

const HOST_MOST = 253
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i
const OCTET = /^(0|[1-9]\d{0,2})$/
const DOT_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i

/** Whether a text is meant as an address: digits with dots or colons, or something with the colons of IPv6. A pasted URL is none. */
const looksLikeAddress = (text: string): boolean =>
  /^[0-9.:]+$/.test(text) || (/:.*:/.test(text) && !text.includes('/'))

function isAddress(text: string): boolean {
  if (text.includes(':')) return /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`)
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => OCTET.test(part) && Number(part) <= 255)
}

const isName = (text: string): boolean => text.split('.').every((label) => LABEL.test(label))

const hostText = z
  .string()
  .trim()
  .min(1, { message: HOST_EMPTY, abort: true })
  .max(HOST_MOST, { message: HOST_TOO_LONG, abort: true })

/** The host of a device: a name, or an IPv4 or IPv6 address without brackets. */
export const host = hostText
  .refine((text) => !looksLikeAddress(text) || isAddress(text), { message: IP_INVALID, abort: true })
  .refine((text) => looksLikeAddress(text) || isName(text), { message: HOST_INVALID })

/** The part of a mail address after the @. */
export const mailHost = hostText.refine((text) => isName(text) && (!looksLikeAddress(text) || isAddress(text)), {
  message: HOST_FORMAT,
})

export const port = z
  .number({ message: PORT_INVALID })
  .int({ message: PORT_INVALID })
  .min(1, { message: PORT_INVALID })
  .max(65_535, { message: PORT_INVALID })

/** The part of a mail address before the @. */
export const mailbox = z
  .string()
  .trim()
  .min(1, { message: MAILBOX_EMPTY, abort: true })
  .max(64, { abort: true })
  .regex(DOT_ATOM, { message: HOST_FORMAT })

/** The user and password of a device. Control characters would end a line of its protocol. */
export const deviceUser = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u)
export const devicePassword = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u)
