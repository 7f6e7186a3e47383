import { mailAddressIssue, type ValidationIssue } from '@winnow/domain'
import { en } from '@winnow/i18n'
import { AppError } from './app-error.ts'

const { validation } = en.common

function textOf({ key, params }: ValidationIssue): string {
  if (key === 'v.textMax') return validation.textMax.replace('{{n}}', params && 'n' in params ? String(params.n) : '')
  if (key === 'v.email.blocked')
    return validation.emailBlocked.replace('{{domain}}', params && 'domain' in params ? params.domain : '')
  if (key === 'v.email.at') return validation.emailAt
  if (key === 'v.email.alias') return validation.emailAlias
  return validation.emailInvalid
}

/**
 * Checks an e-mail address.
 * @param field path of the address in the body
 * @throws AppError VALIDATION with the text of the rule that the address breaks
 */
export function requireMailAddress(email: string, field: string, blockedDomains?: ReadonlySet<string>): void {
  const issue = mailAddressIssue(email, blockedDomains)
  if (!issue) return
  const message = textOf(issue)
  throw new AppError('VALIDATION', message, { fields: [{ field, message }] })
}
