import type { ValidationIssue, ValidationKey } from '@winnow/domain'
import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const TEXTS = {
  'v.required': 'validation.fieldRequired',
  'v.textMin': 'validation.textMin',
  'v.textMax': 'validation.textMax',
  'v.pw.lower': 'validation.passwordLower',
  'v.pw.upper': 'validation.passwordUpper',
  'v.pw.number': 'validation.passwordNumber',
  'v.pw.nonAlnum': 'validation.passwordNonAlnum',
  'v.pw.sameAsOld': 'validation.passwordSameAsOld',
  'v.pw.confirm': 'validation.passwordConfirm',
} as const satisfies Partial<Record<ValidationKey, string>>

const hasText = (key: ValidationKey): key is keyof typeof TEXTS => Object.hasOwn(TEXTS, key)

/** A validation issue as text. */
function issueText({ key, params }: ValidationIssue, t: TFunction<['common', 'errors']>): string {
  const n = params && 'n' in params ? params.n : 0
  return hasText(key) ? t(TEXTS[key], { n }) : t('errors:code.VALIDATION')
}

/** Returns a function that gives a validation issue in the console's language. */
export function useIssueText(): (issue: ValidationIssue) => string {
  const { t } = useTranslation(['common', 'errors'])
  return useCallback((issue: ValidationIssue) => issueText(issue, t), [t])
}
