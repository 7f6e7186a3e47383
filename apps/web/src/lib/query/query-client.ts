import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ConnectionError, RequestError } from '../api/api-errors.ts'
import { type ErrorLevel, handleError } from '../errors/error-handler.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      level?: ErrorLevel
      /** `inline`: whoever asks shows the error itself, also when older data is there. */
      errors?: 'inline'
    }
    mutationMeta: {
      level?: ErrorLevel
      /** `inline`: the form shows the error itself. */
      errors?: 'inline'
    }
  }
}

const RETRIES = 2

/** Only what may well go better a moment later is tried again: no reply, or a server that says it is not able to just now. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false
  if (error instanceof ConnectionError) return true
  return error instanceof RequestError && (error.status >= 502 || error.status === 429)
}

/** The cache of everything fetched. Failed calls go to the common error handler, once per error. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) =>
        // Without data the screen shows the error in its place; with data it goes on showing what it has, so a toast tells.
        handleError(
          error,
          query.state.data === undefined || query.meta?.errors === 'inline'
            ? { shown: 'inline' }
            : { level: query.meta?.level ?? 'warning', id: query.queryHash },
        ),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        handleError(
          error,
          mutation.meta?.errors === 'inline' ? { shown: 'inline' } : { level: mutation.meta?.level ?? 'error' },
        ),
    }),
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: (attempt) => Math.min(8000, 500 * 2 ** attempt),
        // The live stream says when something changed; going back to a screen must not fetch it all again.
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        // A browser's idea of being offline is wrong too often to stop asking.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
