import { getAppConfig, type ReplyOf } from '@winnow/contract'
import { useOperationQuery } from './use-operation.ts'

/** The installation's configuration; undefined until it is loaded. It changes only when the server restarts, so it is fetched once. */
export function useAppConfig(): ReplyOf<typeof getAppConfig> | undefined {
  return useOperationQuery(getAppConfig, {}, { staleTime: Number.POSITIVE_INFINITY, quiet: true }).data
}
