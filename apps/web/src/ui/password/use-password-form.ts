import { checkPasswordChange, PASSWORD_POLICY, type PasswordFields } from '@winnow/domain'
import { useState } from 'react'
import { useAppConfig } from '../../lib/query/use-app-config.ts'
import { useIssueText } from '../../lib/validation/issue-text.ts'

type Field = keyof PasswordFields

export interface PasswordForm {
  values: Record<Field, string>
  set: (field: Field, value: string) => void
  /** What to show at a field: everything its text lacks, once something was typed into it. */
  errorOf: (field: Field) => string | undefined
  /** The new password, once all fields agree. */
  password: string | undefined
  clear: () => void
}

const EMPTY = { old: '', next: '', confirm: '' }

/** The fields of a new password and their combined check. Without `withOld` something else stands for the old one, as a mailed link. */
export function usePasswordForm({ withOld }: { withOld: boolean }): PasswordForm {
  const text = useIssueText()
  // The server checks by the same rules; until it has said which, those of the product hold.
  const config = useAppConfig()
  const policy = config?.passwordPolicy ?? PASSWORD_POLICY
  const [values, setValues] = useState<Record<Field, string>>(EMPTY)
  const { old, next, confirm } = values
  const change = checkPasswordChange(withOld ? { old, next, confirm } : { next, confirm }, policy)
  return {
    values,
    set: (field, value) => setValues((before) => ({ ...before, [field]: value })),
    errorOf: (field) => {
      if (change.ok || values[field] === '') return undefined
      const lines = change.issues.filter((issue) => issue.field === field).map(({ issue }) => text(issue))
      return lines.length > 0 ? lines.join('\n') : undefined
    },
    password: change.ok ? change.password : undefined,
    clear: () => setValues(EMPTY),
  }
}
