import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../platform/http/app-error.ts'

/**
 * Refuses a change of values that somebody else has changed since the caller saw them.
 * @param stored the values as they are now, in the form of the body
 * @param basedOn the values that the caller saw; undefined or a missing field: no check
 * @throws AppError CONFLICT, naming the fields
 */
export function requireUnchanged(
  stored: Readonly<Record<string, unknown>>,
  basedOn: Readonly<Record<string, unknown>> = {},
): void {
  const changed = Object.entries(basedOn)
    .filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, stored[field]))
    .map(([field]) => field)
  if (changed.length === 0) return
  throw new AppError('CONFLICT', `Somebody else has changed this meanwhile: ${changed.join(', ')}`)
}
