import { z } from 'zod'
import { isPlainLine, NOT_A_PLAIN_LINE } from './plain-line.ts'
import { name } from './values.ts'

/** 1: primary, 2: installer, 3: keyholder, 4: any other person. */
export const CONTACT_TYPES = [1, 2, 3, 4] as const
/** Maximum number of contacts of one site. */
export const MAX_CONTACTS = 20
/** Maximum length of the notes about a site, in characters. */
export const SITE_NOTES_MAX = 2_048
/** Hours without a message after which a camera of a site counts as silent. */
export const IDLE_HOURS = { min: 2, max: 168 } as const

export const NOT_A_PHONE_NUMBER = 'Phone number is invalid'
export const NO_WAY_TO_REACH = 'Enter a phone number or an email'

/** Digits with the usual separators, `+` in front, and an extension behind: `+44 20 7946 0000 ext. 12`. */
const PHONE_NUMBER = /^\+?[0-9 ()./-]+(?: ?(?:x|ext\.?) ?[0-9]{1,6})?$/i
const MIN_DIGITS = 3
const isPhoneNumber = (text: string): boolean =>
  PHONE_NUMBER.test(text) && text.replaceAll(/[^0-9]/g, '').length >= MIN_DIGITS

const contactType = z.literal(CONTACT_TYPES)
const phone = z
  .string()
  .trim()
  .max(40)
  .refine((text) => text === '' || isPhoneNumber(text), { message: NOT_A_PHONE_NUMBER })
  .transform((text) => text || null)
  .nullable()
const email = z
  .string()
  .trim()
  .max(318)
  .transform((text) => text || null)
  .nullable()

/** A person to call about a site. The order of the contacts is the order in which to call them. */
export const contact = z.object({
  type: contactType,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})
export type Contact = z.output<typeof contact>

const newContact = z
  .object({ type: contactType, name, phone: phone.default(null), email: email.default(null) })
  .refine((one) => one.phone !== null || one.email !== null, { message: NO_WAY_TO_REACH, path: ['phone'] })

/** What a monitoring centre knows of a site. */
export const siteDetails = {
  address: z.string().nullable(),
  /** Notes for operators. May have several lines. */
  notes: z.string().nullable(),
  contacts: z.array(contact),
  /** The idle hours of the site, or those of the company if the site has none of its own. */
  idleHours: z.number().int(),
  ownIdleHours: z.number().int().nullable(),
  companyIdleHours: z.number().int(),
}

/** The details in the body of a change. Empty texts are stored as null. */
export const siteDetailsBody = {
  address: z.string().trim().max(100).refine(isPlainLine, { message: NOT_A_PLAIN_LINE }).nullable().optional(),
  notes: z.string().trim().max(SITE_NOTES_MAX).nullable().optional(),
  /** Replaces all contacts. */
  contacts: z.array(newContact).max(MAX_CONTACTS).optional(),
  /** Null means the idle hours of the company. */
  idleHours: z.number().int().min(IDLE_HOURS.min).max(IDLE_HOURS.max).nullable().optional(),
}
