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
import type { ErrorLevel } from '../errors/error-handler.ts'
import { waitForLogin } from '../session/session-store.ts'

/** Key of what an operation gave. Without a request: of everything it ever gave, for invalidation. */
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
  /** Milliseconds; a function decides by the last reply. */
  refetchInterval?: number | false | ((last: Reply | undefined) => number)
  /** Goes on showing the last reply while the next one comes. */
  keepPrevious?: boolean
  level?: ErrorLevel
  /** A failure is shown by what asks, also when older data is there; no toast. */
  quiet?: boolean
}

/** Fetches an operation and keeps it fresh. */
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
          refetchInterval:
            typeof refetchInterval === 'function'
              ? ({ state }: { state: { data?: ReplyOf<O> | undefined } }) => refetchInterval(state.data)
              : refetchInterval,
        }),
    meta: { ...(level ? { level } : {}), ...(quiet ? { errors: 'inline' as const } : {}) },
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

interface MutationSettings<O> {
  /** What has to be done first; the call counts as pending meanwhile. */
  before?: () => Promise<void>
  /** Operations whose replies are out of date afterwards. */
  invalidates?: readonly Operation[]
  onSuccess?: (reply: ReplyOf<O>, request: CallRequest<O>) => void | Promise<void>
  onError?: (error: Error, request: CallRequest<O>) => void
  /** The form shows errors itself; no toast. */
  inlineErrors?: boolean
  level?: ErrorLevel
}

/** Calls once more after the user has logged in again, so that nothing typed or decided is lost to an ended session. */
export async function callAcrossLogin<O extends Operation>(operation: O, request: CallRequest<O>): Promise<ReplyOf<O>> {
  try {
    return await call(operation, request)
  } catch (error) {
    if (!(error instanceof UnauthorisedError) || (await waitForLogin()) === 'given-up') throw error
    return call(operation, request)
  }
}

/** Calls an operation that changes something. */
export function useOperation<O extends Operation>(
  operation: O,
  settings: MutationSettings<O> = {},
): UseMutationResult<ReplyOf<O>, Error, CallRequest<O>> {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: operationKey(operation),
    mutationFn: async (request: CallRequest<O>) => {
      await settings.before?.()
      return callAcrossLogin(operation, request)
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
