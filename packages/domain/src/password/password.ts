import type { ValidationIssue } from '../validation/issue.ts'
import { textLengthIssue } from '../validation/text.ts'

/**
 * The rules for a new password. Lengths are in characters. With `composition`, a password must contain a lower-case letter, an upper-case
 * letter, a digit and a character that is neither a letter nor a digit.
 */
export interface PasswordPolicy {
  min: number
  max: number
  composition: boolean
}

export const PASSWORD_POLICY: PasswordPolicy = { min: 12, max: 30, composition: true }

const CLASSES = [
  { key: 'v.pw.lower', pattern: /\p{Ll}/u },
  { key: 'v.pw.upper', pattern: /\p{Lu}/u },
  { key: 'v.pw.number', pattern: /\p{Nd}/u },
  { key: 'v.pw.nonAlnum', pattern: /[^\p{L}\p{M}\p{N}]/u },
] as const

/**
 * Returns all rules that a password breaks, in the order in which they are shown; empty for a valid password. Letters of every script are
 * letters.
 */
export function passwordIssues(password: string, policy: PasswordPolicy = PASSWORD_POLICY): ValidationIssue[] {
  const length = textLengthIssue(password, { min: policy.min, max: policy.max })
  const missing = policy.composition
    ? CLASSES.filter(({ pattern }) => !pattern.test(password)).map(({ key }) => ({ key }))
    : []
  return length ? [length, ...missing] : missing
}

export interface PasswordFields {
  /** The current password. Absent if a token replaces it, as in a password reset. */
  old?: string
  next: string
  confirm: string
}

export type PasswordChange =
  | { ok: true; password: string }
  | { ok: false; issues: { field: keyof PasswordFields; issue: ValidationIssue }[] }

/** Checks the three fields of a password form together. Returns the new password only if all checks pass. */
export function checkPasswordChange(
  { old, next, confirm }: PasswordFields,
  policy: PasswordPolicy = PASSWORD_POLICY,
): PasswordChange {
  const issues = passwordIssues(next, policy).map((issue) => ({ field: 'next' as keyof PasswordFields, issue }))
  if (old === '') issues.unshift({ field: 'old', issue: { key: 'v.required' } })
  if (old !== undefined && old !== '' && old === next) {
    issues.push({ field: 'next', issue: { key: 'v.pw.sameAsOld' } })
  }
  if (confirm !== next) issues.push({ field: 'confirm', issue: { key: 'v.pw.confirm' } })
  return issues.length === 0 ? { ok: true, password: next } : { ok: false, issues }
}
