import type { Operation, ReplyOf } from '@winnow/contract'
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { UnauthorisedError } from '../api/api-errors.ts'
import { call, type CallRequest } from '../api/call.ts'
import { withConsent } from '../consent.ts'
import type { ErrorLevel } from '../errors/error-handler.ts'
import { waitForLogin } from '../session/session-store.ts'
import { askAgainMs } from './ask-again.ts'

/** The query key of an operation's reply. Without a request: of all its replies, for invalidation. */
export function operationKey(operation: Operation, request?: unknown): readonly unknown[] {
  return request === undefined ? [operation.id] : [operation.id, request]
}

/** Query options of an operation, for loaders, prefetching and `useQuery`. */
function operationQuery<O extends Operation>(operation: O, request: CallRequest<O>) {
  return queryOptions<ReplyOf<O>>({
    queryKey: operationKey(operation, request),
    queryFn: ({ signal }) => call(operation, { ...request, signal }),
  })
}

interface QuerySettings<Reply = unknown> {
  enabled?: boolean
  staleTime?: number
  /** Milliseconds; a function computes them from the last reply. */
  refetchInterval?: number | false | ((last: Reply | undefined) => number)
  /** Keeps showing the last reply while the next one loads. */
  keepPrevious?: boolean
  level?: ErrorLevel
  /** The caller shows failures itself, also when it has older data; no toast. */
  quiet?: boolean
}

/** Loads an operation's reply and keeps it up to date. */
export function useOperationQuery<O extends Operation>(
  operation: O,
  request: CallRequest<O>,
  { keepPrevious, level, quiet, refetchInterval, ...settings }: QuerySettings<ReplyOf<O>> = {},
): UseQueryResult<ReplyOf<O>> {
  return useQuery({
    ...operationQuery(operation, request),
    ...settings,
    ...(refetchInterval === undefined
      ? {}
      : {
          refetchInterval: ({ state }: { state: { data?: ReplyOf<O> | undefined; error: unknown } }) =>
            askAgainMs(state) ??
            (typeof refetchInterval === 'function' ? refetchInterval(state.data) : refetchInterval),
        }),
    meta: { ...(level ? { level } : {}), ...(quiet ? { errors: 'inline' as const } : {}) },
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

interface MutationSettings<O> {
  /** A step before the call. The operation is already pending during this step. */
  before?: () => Promise<void>
  /** Operations whose replies are outdated afterwards. */
  invalidates?: readonly Operation[]
  onSuccess?: (reply: ReplyOf<O>, request: CallRequest<O>) => void | Promise<void>
  onError?: (error: Error, request: CallRequest<O>) => void | Promise<void>
  /** The form shows errors itself; no toast. */
  inlineErrors?: boolean
  level?: ErrorLevel
}

/** Repeats a call after the user has logged in again, so that nothing typed or decided is lost with an expired session. */
export async function callAcrossLogin<O extends Operation>(operation: O, request: CallRequest<O>): Promise<ReplyOf<O>> {
  try {
    return await call(operation, request)
  } catch (error) {
    if (!(error instanceof UnauthorisedError) || (await waitForLogin()) === 'given-up') throw error
    return call(operation, request)
  }
}

/** Calls an operation that changes something, again after a login or a consent that it needs. */
export function useOperation<O extends Operation>(
  operation: O,
  settings: MutationSettings<O> = {},
): UseMutationResult<ReplyOf<O>, Error, CallRequest<O>> {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: operationKey(operation),
    mutationFn: async (request: CallRequest<O>) => {
      await settings.before?.()
      return withConsent(() => callAcrossLogin(operation, request))
    },
    meta: {
      ...(settings.inlineErrors ? { errors: 'inline' as const } : {}),
      ...(settings.level ? { level: settings.level } : {}),
    },
    onSuccess: async (reply, request) => {
      for (const stale of settings.invalidates ?? []) void queries.invalidateQueries({ queryKey: operationKey(stale) })
      await settings.onSuccess?.(reply, request)
    },
    onError: (error, request) => settings.onError?.(error, request),
  })
}
