import { ERRORS, type ErrorCode } from './errors.ts'
import type { Operation } from './operation.ts'

const isOpen = ({ scope }: Operation): boolean => scope === 'public' || scope === 'signed'

/** Errors that follow from what an operation takes and from whom, whatever it does. */
function commonErrors(operation: Operation): ErrorCode[] {
  const { scope, method, params, query } = operation
  // These can come with a body, wanted or not.
  const hasBody = method !== 'GET' || operation.override
  return [
    ...(params || query || hasBody ? (['VALIDATION'] as const) : []),
    ...(hasBody ? (['UNSUPPORTED_MEDIA', 'TOO_LARGE', 'CROSS_SITE'] as const) : []),
    ...(!hasBody && (operation.changesState || operation.replyType === 'event-stream')
      ? (['CROSS_SITE'] as const)
      : []),
    ...(isOpen(operation) ? [] : (['NOT_AUTHORISED', 'TOKEN_INVALID', 'TOKEN_EXPIRED'] as const)),
    ...(operation.permission ? (['FORBIDDEN', 'COMPANY_SUSPENDED'] as const) : []),
    ...(operation.personal ? (['FORBIDDEN'] as const) : []),
    ...(typeof scope === 'object' && scope.some(({ foreign }) => foreign !== 'empty') ? (['NOT_FOUND'] as const) : []),
    ...(scope === 'signed' ? [] : (['RATE_LIMITED'] as const)),
    'INTERNAL',
    'UNAVAILABLE',
  ]
}

/** Every error an operation can answer with: what it names itself and what its kind entails. By status, then by name. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...commonErrors(operation), ...(operation.errors ?? [])])
  return [...codes].toSorted((a, b) => ERRORS[a] - ERRORS[b] || (a < b ? -1 : 1))
}
