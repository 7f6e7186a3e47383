import { checkPasswordChange, type PasswordPolicy, type ValidationIssue } from '@winnow/domain'
import { en } from '@winnow/i18n'
import { AppError } from '../../platform/http/app-error.ts'
import { isGuessable } from './is-guessable.ts'

const { validation } = en.common

function textOf({ key, params }: ValidationIssue): string {
  const n = params && 'n' in params ? String(params.n) : ''
  switch (key) {
    case 'v.textMin':
      return validation.textMin.replace('{{n}}', n)
    case 'v.textMax':
      return validation.textMax.replace('{{n}}', n)
    case 'v.pw.lower':
      return validation.passwordLower
    case 'v.pw.upper':
      return validation.passwordUpper
    case 'v.pw.number':
      return validation.passwordNumber
    case 'v.pw.nonAlnum':
      return validation.passwordNonAlnum
    default:
      return validation.passwordSameAsOld
  }
}

/**
 * Checks a new password.
 * @param words words that a password must not consist of: name, e-mail, company, product name
 * @throws AppError VALIDATION with all rules that it breaks, or PASSWORD_TOO_COMMON
 */
export async function requireNewPassword(
  password: { next: string; old?: string },
  policy: PasswordPolicy,
  words: readonly string[],
): Promise<void> {
  const change = checkPasswordChange({ ...password, confirm: password.next }, policy)
  if (!change.ok) {
    const fields = change.issues.map(({ issue }) => ({ field: 'newPassword', message: textOf(issue) }))
    throw new AppError('VALIDATION', fields.map(({ message }) => message).join('\n'), { fields })
  }
  if (await isGuessable(password.next, words))
    throw new AppError('PASSWORD_TOO_COMMON', 'This password is too easy to guess. Choose another one.')
}
