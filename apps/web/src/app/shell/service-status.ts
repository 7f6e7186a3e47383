import { getSystemStatus, type SERVICE_STATUSES } from '@winnow/contract'
import { connectionStore } from '../../lib/connection/connection.ts'
import { useStore } from '../../lib/create-store.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

/** How often the status is polled. */
export const STATUS_POLL_MS = 60_000

/**
 * The status of the service, polled once a minute. Unknown before the first reply, after a failed one, and while the server cannot be
 * reached.
 */
export function useServiceStatus(): ServiceStatus {
  const { data, isError } = useOperationQuery(
    getSystemStatus,
    {},
    { refetchInterval: STATUS_POLL_MS, staleTime: 0, quiet: true },
  )
  const connection = useStore(connectionStore)
  return isError || !data || connection === 'lost' ? 'unknown' : data.status
}
