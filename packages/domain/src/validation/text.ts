import { characterCount, type ValidationIssue } from './issue.ts'

/** Returns the issue of an empty required field. A text of only blanks is empty. */
export function requiredIssue(value: unknown): ValidationIssue | undefined {
  const isEmpty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  return isEmpty ? { key: 'v.required' } : undefined
}

/** Works like {@link requiredIssue} for a text input, with a shorter message. */
export function textRequiredIssue(text: string): ValidationIssue | undefined {
  return text.trim() === '' ? { key: 'v.textRequired' } : undefined
}

export function textLengthIssue(text: string, limits: { min?: number; max?: number }): ValidationIssue | undefined {
  const length = characterCount(text)
  if (limits.min !== undefined && length < limits.min) return { key: 'v.textMin', params: { n: limits.min } }
  if (limits.max !== undefined && length > limits.max) return { key: 'v.textMax', params: { n: limits.max } }
  return undefined
}

/** Length limits of the texts of clients, sites, cameras and contacts. */
export const TEXT_LIMITS = {
  name: { min: 1, max: 100 },
  address: { min: 0, max: 100 },
  deviceId: { min: 1, max: 20 },
  serialNumber: { min: 1, max: 40 },
  customer: { min: 1, max: 40 },
  description: { min: 0, max: 2048 },
} as const

/** Validates a text against its field's limits. A missing text gives the issue `v.required` if the minimum is one character. */
export function fieldTextIssue(field: keyof typeof TEXT_LIMITS, text: string): ValidationIssue | undefined {
  const limits = TEXT_LIMITS[field]
  return (limits.min > 0 ? requiredIssue(text) : undefined) ?? textLengthIssue(text, { max: limits.max })
}
