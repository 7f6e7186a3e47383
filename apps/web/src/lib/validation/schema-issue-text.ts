import { issueRule } from '@winnow/contract'
import type { TFunction } from 'i18next'
import type { $ZodIssue } from 'zod/v4/core'

/** An issue of a contract schema as text. */
export function schemaIssueText(issue: $ZodIssue, t: TFunction<['common', 'errors']>): string {
  const found = issueRule(issue)
  return found ? t(`validation.${found.rule}`, { n: found.n ?? '' }) : t('errors:code.VALIDATION')
}
