import type { $ZodIssue, $ZodType } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { RequestError } from '../../lib/api/api-errors.ts'

/**
 * The errors of a form, as texts by the path of the field (`name`, `domains.0.domain`). An empty text prevents sending
 * and shows nothing.
 */
export type Problems = Readonly<Record<string, string | undefined>>

/** The body after the schema's transformations (trimmed, with defaults), or the errors. */
export function checkBody(
  schema: $ZodType | undefined,
  body: unknown,
  textOf: (issue: $ZodIssue) => string,
): { body: unknown; problems: Problems } {
  if (!schema) return { body: undefined, problems: {} }
  const { success, data, error } = safeParse(schema, body, { reportInput: true })
  if (success) return { body: data, problems: {} }
  const problems: Record<string, string> = {}
  // If a field breaks several rules, the first one is shown.
  for (const issue of error.issues) problems[issue.path.join('.')] ??= textOf(issue)
  return { body: undefined, problems }
}

/** Renames the errors of body fields to the form's field names. */
export function renamed(problems: Problems, names: Readonly<Record<string, string>> = {}): Problems {
  return Object.fromEntries(Object.entries(problems).map(([path, text]) => [names[path] ?? path, text]))
}

/** The fields to which errors belong whose response names no field, by error code. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  NAME_TAKEN: 'name',
  EMAIL_TAKEN: 'email',
  PASSWORD_INVALID: 'password',
  OLD_PASSWORD_INVALID: 'oldPassword',
  CODE_INVALID: 'code',
}

/** The server's errors, by the fields of the body. */
export function refusedFields(error: unknown, textOf: (error: RequestError, message: string) => string): Problems {
  if (!(error instanceof RequestError)) return {}
  const named = FIELD_OF_CODE[error.code ?? '']
  const fields = error.fields.length === 0 && named ? [{ field: named, message: error.message }] : error.fields
  return Object.fromEntries(fields.map(({ field, message }) => [field, textOf(error, message)]))
}
