import type { QueryClient } from '@tanstack/react-query'

/** What every route may use in its loader. */
export interface RouterContext {
  queries: QueryClient
}
