import { isStorableText } from '@winnow/domain'
import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** Finds the first place in a value whose text (or key) cannot be stored; undefined if there is none. */
function findUnstorable(value: unknown, at: string): string | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : at
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, below] of Object.entries(value)) {
    if (!isStorableText(key)) return at
    const found = findUnstorable(below, at === '' ? key : `${at}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Refuses texts with NUL or a lone surrogate anywhere in a request. No column accepts them, so they would cause internal errors or jobs
 * that never succeed. Headers cannot contain them. In uploads of devices such characters are removed instead.
 *
 * @throws AppError VALIDATION
 */
export function refuseUnstorableText(request: FastifyRequest, options: { isUpload: boolean }): void {
  const { params, query, body } = request
  for (const part of [params, query, options.isUpload ? undefined : body]) {
    const field = findUnstorable(part, '')
    if (field === undefined) continue
    const message = 'Must not contain NUL or unpaired surrogates'
    throw new AppError('VALIDATION', field === '' ? message : `${field}: ${message}`, { fields: [{ field, message }] })
  }
}
