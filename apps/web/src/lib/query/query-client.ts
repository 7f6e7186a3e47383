import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ConnectionError, RequestError } from '../api/api-errors.ts'
import { type ErrorLevel, handleError } from '../errors/error-handler.ts'
import { askAgainMs } from './ask-again.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      level?: ErrorLevel
      /** `inline`: the caller shows the error itself, also when it has older data. */
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

/** Only failures that may soon pass are retried: no reply, or a server that is temporarily unavailable. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false
  if (error instanceof ConnectionError) return true
  return error instanceof RequestError && (error.status >= 502 || error.status === 429)
}

/** The cache of all fetched data. Failed calls go to the common error handler, once per error. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) =>
        // Without data, the screen shows the error in place of the data. With older data, the screen keeps showing the data, and a toast
        // shows the error.
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
        // The live stream reports changes, so returning to a screen need not fetch everything again.
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        refetchInterval: ({ state }) => askAgainMs(state) ?? false,
        // Browsers report "offline" wrongly too often to rely on it.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
