import { ERRORS, type ErrorCode } from './errors.ts'
import { staysOpen, type Operation } from './operation.ts'

const isOpen = ({ scope }: Operation): boolean => scope === 'public' || scope === 'signed'

/** Errors that follow from the inputs and the scope of an operation, whatever its handler does. */
function commonErrors(operation: Operation): ErrorCode[] {
  const { scope, method, params, query } = operation
  // Requests with these methods can carry a body even if the operation declares none.
  const hasBody = method !== 'GET' || operation.override
  return [
    ...(params || query || hasBody ? (['VALIDATION'] as const) : []),
    ...(hasBody ? (['UNSUPPORTED_MEDIA', 'TOO_LARGE', 'CROSS_SITE'] as const) : []),
    ...(!hasBody && (operation.changesState || staysOpen(operation)) ? (['CROSS_SITE'] as const) : []),
    ...(isOpen(operation) ? [] : (['NOT_AUTHORISED', 'TOKEN_INVALID', 'TOKEN_EXPIRED'] as const)),
    ...(operation.permission ? (['FORBIDDEN', 'COMPANY_SUSPENDED'] as const) : []),
    ...(operation.personal ? (['FORBIDDEN'] as const) : []),
    ...(typeof scope === 'object' && scope.some(({ foreign }) => foreign !== 'empty') ? (['NOT_FOUND'] as const) : []),
    ...(scope === 'signed' ? [] : (['RATE_LIMITED'] as const)),
    'INTERNAL',
    'UNAVAILABLE',
  ]
}

/**
 * Returns every error of an operation: those that it declares, and those that follow from its inputs and scope. They are sorted by status,
 * then by name.
 */
export function errorsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...commonErrors(operation), ...(operation.errors ?? [])])
  return [...codes].toSorted((a, b) => ERRORS[a] - ERRORS[b] || (a < b ? -1 : 1))
}
