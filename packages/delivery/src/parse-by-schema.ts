import type { z } from 'zod'
import type { ConfigIssue, ParsedConfig } from './receiver.ts'

const isMissing = (issue: z.core.$ZodIssue): boolean => issue.code === 'invalid_type' && issue.input === undefined

/** Parses settings by the schema of their kind. The issues name fields, and never repeat a value. */
export function parseBySchema<S extends z.ZodObject>(schema: S, config: unknown): ParsedConfig<z.output<S>> {
  const parsed = schema.safeParse(config)
  if (parsed.success) return { ok: true, config: parsed.data }
  const errors = parsed.error.issues.map((issue): ConfigIssue => ({
    field: issue.path.map(String).join('.').slice(0, 100),
    message: isMissing(issue) ? 'v.required' : 'v.invalid',
  }))
  // One text per field is enough: a value that is too long is often of the wrong form too.
  return { ok: false, errors: [...new Map(errors.map((error) => [error.field, error])).values()] }
}
