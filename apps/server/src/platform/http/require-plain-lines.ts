import { isPlainLine, NOT_A_PLAIN_LINE } from '@winnow/contract'
import { AppError } from './app-error.ts'

type Texts = Readonly<Record<string, string | null | undefined>>

/**
 * Refuses a change that sets a name or another single-line text to a value with line breaks or control characters. An unchanged value is
 * accepted, so that objects named before this rule can still be changed.
 * @param after the fields of the change; `undefined` means that the change leaves the field out
 * @throws AppError VALIDATION, naming each field
 */
export function requirePlainLines(before: Texts, after: Texts): void {
  const fields = Object.entries(after)
    .filter(([field, text]) => typeof text === 'string' && text !== before[field] && !isPlainLine(text))
    .map(([field]) => ({ field, message: NOT_A_PLAIN_LINE }))
  if (fields.length === 0) return
  const message = fields.map((refused) => `${refused.field}: ${refused.message}`).join('\n')
  throw new AppError('VALIDATION', message, { fields })
}
