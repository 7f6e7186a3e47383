import { RequestError } from '../../../lib/api/api-errors.ts'

/** Whether the server refused this very field. */
export function refusesField(error: unknown, field: string): error is RequestError {
  if (!(error instanceof RequestError)) return false
  return error.fields.some((entry) => entry.field === field) || (error.code === 'NAME_TAKEN' && field === 'name')
}
