import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import { ProviderUnreachable } from './guarded-fetch.ts'

/**
 * The reason why a single sign-on failed.
 * - `misconfigured`: there is no such directory, or it is no OpenID provider.
 * - `secret-refused`: the directory does not accept the application's id or secret.
 * - `code-refused`: the code is wrong, expired or used.
 * - `answer-refused`: the directory's ID token is not valid.
 */
export type ProviderFailure =
  | 'unreachable'
  | 'misconfigured'
  | 'secret-refused'
  | 'code-refused'
  | 'answer-refused'
  | 'wrong-tenant'

const REFUSED_CLIENT = new Set(['invalid_client', 'unauthorized_client'])

function* causesOf(error: unknown): Generator {
  for (let at = error, depth = 0; at !== undefined && depth < 5; depth++) {
    yield at
    at = at instanceof Error ? at.cause : undefined
  }
}

/**
 * Maps the library's errors to our list. `detail` is for the log. It contains codes only, since the errors contain whole responses with
 * their tokens.
 */
export function classifyFailure(
  error: unknown,
  otherwise: ProviderFailure,
): { reason: ProviderFailure; detail: string } {
  for (const cause of causesOf(error)) {
    if (cause instanceof ProviderUnreachable) return { reason: 'unreachable', detail: cause.message }
    if (cause instanceof DOMException) return { reason: 'unreachable', detail: cause.name }
    if (cause instanceof WWWAuthenticateChallengeError)
      return { reason: 'secret-refused', detail: `status ${cause.status}` }
    if (cause instanceof ResponseBodyError) {
      // Entra ID adds a specific error number, since the protocol has only a few general codes.
      const number = /AADSTS\d+/.exec(cause.error_description ?? '')?.[0]
      const detail = [cause.error, number].filter(Boolean).join(' ')
      if (REFUSED_CLIENT.has(cause.error)) return { reason: 'secret-refused', detail }
      if (cause.error === 'invalid_grant') return { reason: 'code-refused', detail }
      return { reason: 'answer-refused', detail }
    }
  }
  const code = error instanceof ClientError ? error.code : undefined
  return { reason: otherwise, detail: code ?? (error instanceof Error ? error.name : 'unknown') }
}
