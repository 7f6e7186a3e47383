import { getAppConfig, type ReplyOf } from '@winnow/contract'
import { useOperationQuery } from './use-operation.ts'

/** What the installation is set to; undefined until it is known. It changes with a restart of the server alone, so it is asked for once. */
export function useAppConfig(): ReplyOf<typeof getAppConfig> | undefined {
  return useOperationQuery(getAppConfig, {}, { staleTime: Number.POSITIVE_INFINITY, quiet: true }).data
}
