import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'

/** What every route may use in its loader. */
export interface RouterContext {
  queries: QueryClient
  i18n: i18n
}
