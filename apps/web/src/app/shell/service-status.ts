import { getSystemStatus, type SERVICE_STATUSES } from '@winnow/contract'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

/** How often the status is asked for. */
export const STATUS_POLL_MS = 60_000

/** The status of the service, asked for once a minute; unknown until the first answer and whenever an answer fails to come. */
export function useServiceStatus(): ServiceStatus {
  const { data, isError } = useOperationQuery(
    getSystemStatus,
    {},
    { refetchInterval: STATUS_POLL_MS, staleTime: 0, quiet: true },
  )
  return isError || !data ? 'unknown' : data.status
}
