import { z } from 'zod'
import { operation } from './operation.ts'
import { idParams, isoTime, LANGUAGES } from './values.ts'

/** The texts that a company can agree to. `white-label-partner` is for companies with the partner's theme. */
export const CONSENT_CODES = ['terms-and-conditions', 'activate-cameras', 'white-label-partner'] as const
const consentCode = z.enum(CONSENT_CODES)
export type ConsentCode = z.output<typeof consentCode>

/** Maximum length of a text in UTF-16 code units. */
export const MAX_AGREEMENT_LENGTH = 100_000
/** Maximum size of a body with such a text: three bytes a unit, and room for its other fields. */
const AGREEMENT_BYTES = 3 * MAX_AGREEMENT_LENGTH + 1_024

export const consent = z.object({
  consentCode,
  /** Whether somebody of the company has agreed to the current version. */
  isAgreed: z.boolean(),
  /** The current version. All languages of a text have the same version. */
  version: z.string(),
  /** The text of the current version, as HTML that is not sanitised. */
  content: z.string(),
  /** The language of `content`. It is not the requested one if the version has no text in that language. */
  language: z.enum(LANGUAGES),
  /** The name of the person who agreed to the current version, and when; null if nobody has. */
  agreedBy: z.string().nullable(),
  agreedAt: isoTime.nullable(),
})
export type Consent = z.output<typeof consent>

export const getConsent = operation({
  id: 'consent.get',
  method: 'GET',
  path: '/v1/company/:id/consent/:consentCode',
  summary: 'The current text of an agreement, and whether the company has agreed to it',
  tag: 'Consent',
  scope: [{ in: 'path', at: 'id', kind: 'company', anyCompany: true }],
  permission: 'company.read',
  params: idParams.extend({ consentCode }),
  query: z.object({ language: z.enum(LANGUAGES).default('en') }),
  reply: consent,
})

/** A person agrees for their own company. Nobody can do that in the name of another user, or for another company. */
export const giveConsent = operation({
  id: 'consent.give',
  method: 'POST',
  path: '/v1/company/:id/consent',
  summary:
    'Agree to a text for the company. The partner’s text also needs the permission `consent.white-label`. Once somebody has agreed to a version, later calls change nothing',
  tag: 'Consent',
  scope: [{ in: 'path', at: 'id', kind: 'company' }],
  permission: 'company.read',
  personal: true,
  maxBytes: AGREEMENT_BYTES,
  params: idParams,
  body: z.object({
    consentCode,
    /** The text that the person has read, exactly as the server sent it. Any other text is refused. */
    content: z.string().min(1).max(MAX_AGREEMENT_LENGTH),
  }),
  reply: consent,
  errors: ['CONSENT_OUTDATED', 'FORBIDDEN'],
})
