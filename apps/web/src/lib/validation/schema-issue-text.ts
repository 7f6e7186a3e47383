import { NO_WAY_TO_REACH, NOT_A_PHONE_NUMBER, NOT_A_PLAIN_LINE } from '@winnow/contract'
import type { TFunction } from 'i18next'
import type { $ZodIssue } from 'zod/v4/core'

const MESSAGES = {
  [NOT_A_PLAIN_LINE]: 'validation.plainLine',
  [NOT_A_PHONE_NUMBER]: 'validation.phone',
  [NO_WAY_TO_REACH]: 'validation.phoneOrEmail',
  'Invalid timezone': 'validation.timezone',
} as const

const isKnown = (message: string): message is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, message)

/** An issue of a contract schema as text. */
export function schemaIssueText(issue: $ZodIssue, t: TFunction<['common', 'errors']>): string {
  if (isKnown(issue.message)) return t(MESSAGES[issue.message])
  if (issue.code === 'too_small') {
    const n = Number(issue.minimum)
    if (issue.origin === 'string') return n <= 1 ? t('validation.textRequired') : t('validation.textMin', { n })
    if (issue.origin === 'array') return t('validation.fieldRequired')
    return t('validation.numMin', { n })
  }
  if (issue.code === 'too_big' && issue.origin !== 'array')
    return t(issue.origin === 'string' ? 'validation.textMax' : 'validation.numMax', { n: Number(issue.maximum) })
  // An empty number field.
  if (issue.code === 'invalid_type' && (issue.input ?? null) === null) return t('validation.fieldRequired')
  return t('errors:code.VALIDATION')
}
