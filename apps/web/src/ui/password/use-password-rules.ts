import { checkPasswordChange, PASSWORD_POLICY, type PasswordFields } from '@winnow/domain'
import { useAppConfig } from '../../lib/query/use-app-config.ts'
import { useIssueText } from '../../lib/validation/issue-text.ts'
import type { Problems } from '../form/problems.ts'

/** A new password and its repetition, in a form. */
export interface NewPassword {
  next: string
  confirm: string
}

/**
 * Validates a new password by the rules of the installation and returns all that it breaks, one per line. Empty fields have no errors.
 * Without `old`, something else replaces the old password, such as a mailed link.
 */
export function usePasswordRules(): (fields: PasswordFields) => Problems {
  const text = useIssueText()
  // The server validates with the same rules. Until its rules are loaded, the product's defaults apply.
  const policy = useAppConfig()?.passwordPolicy ?? PASSWORD_POLICY
  return (fields) => {
    const change = checkPasswordChange(fields, policy)
    if (change.ok) return {}
    const byField = Map.groupBy(change.issues, ({ field }) => field)
    return Object.fromEntries(
      Array.from(byField, ([field, issues]) => [
        field,
        fields[field] ? issues.map(({ issue }) => text(issue)).join('\n') : '',
      ]),
    )
  }
}
