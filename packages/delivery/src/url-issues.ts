import { urlIssue, type ValidationIssue } from '@winnow/domain'
import type { ConfigIssue } from './receiver.ts'

/** The problems of the field `url` of a receiver's settings. */
export function urlIssues(url: unknown): ConfigIssue[] {
  const issue: ValidationIssue | undefined = typeof url === 'string' ? urlIssue(url) : { key: 'v.required' }
  if (issue) return [{ field: 'url', message: issue.key, ...(issue.params ? { params: issue.params } : {}) }]
  const { username, password } = new URL(String(url))
  // Credentials in the address would be stored and shown in plain text. An Authorization header is stored as a secret.
  return username || password ? [{ field: 'url', message: 'url.credentials' }] : []
}
