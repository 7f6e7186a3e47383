import { AppError } from '../../platform/http/app-error.ts'
import type { ProviderFailure } from './classify-failure.ts'

/** The error for a failed single sign-on. */
export function failureOf(reason: ProviderFailure): AppError {
  if (reason === 'unreachable')
    return new AppError('SSO_UNREACHABLE', 'The sign-in service of your company cannot be reached', { retryAfter: 10 })
  if (reason === 'wrong-tenant')
    return new AppError('SSO_WRONG_TENANT', 'You signed in at a directory that is not your company’s')
  if (reason === 'misconfigured' || reason === 'secret-refused')
    return new AppError('SSO_MISCONFIGURED', 'The single sign-on of your company is not set up right')
  return new AppError('LOGIN_CODE_INVALID', 'This code is wrong, too old or was used already')
}
