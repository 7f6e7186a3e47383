import { type CameraFault, getCameraHealth, listFaultyCameras } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLive } from '../../../lib/live/live.ts'
import { operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { throttle } from '../../../lib/throttle.ts'

/** Cameras become silent and noisy ones calm down without any event. A storm of alarms must not look at all cameras more often. */
const EVERY_MS = 30_000
/** Shortest interval between reloads by live events. All cameras are looked at, so this is longer than for the other figures. */
const LIVE_MS = 15_000
export const PAGE_SIZE = 20

/** How many cameras have each fault. */
export function useHealth() {
  const queries = useQueryClient()
  const refresh = useMemo(
    () =>
      throttle(() => {
        void queries.invalidateQueries({ queryKey: operationKey(getCameraHealth) })
        void queries.invalidateQueries({ queryKey: operationKey(listFaultyCameras) })
      }, LIVE_MS),
    [queries],
  )
  useEffect(() => refresh.cancel, [refresh])
  useLive(['tree.changed'], refresh)
  return useOperationQuery(getCameraHealth, {}, { refetchInterval: EVERY_MS, quiet: true })
}

/** One page of the cameras with a fault. */
export const useFaultyCameras = (fault: CameraFault, page: number) =>
  useOperationQuery(
    listFaultyCameras,
    { query: { fault, page, limit: PAGE_SIZE } },
    { keepPrevious: true, refetchInterval: EVERY_MS, quiet: true },
  )
