import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'

/** The context of all route loaders. */
export interface RouterContext {
  queries: QueryClient
  i18n: i18n
}
