import { getSiteInstructions, type AlarmRow } from '@winnow/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { useLive } from '../../../lib/live/live.ts'
import { operationKey } from '../../../lib/query/use-operation.ts'

/**
 * What an operator must know of the site of an alarm. Alarms of one site share the reply, so that going through them neither asks again nor
 * lets the section jump.
 */
export function useSiteInstructions({ id, siteId }: Pick<AlarmRow, 'id' | 'siteId'>) {
  const queries = useQueryClient()
  useLive(['tree.changed', 'resync'], () => {
    void queries.invalidateQueries({ queryKey: operationKey(getSiteInstructions) })
  })
  return useQuery({
    queryKey: operationKey(getSiteInstructions, { siteId }),
    queryFn: ({ signal }) => call(getSiteInstructions, { params: { id }, signal }),
    staleTime: 10 * 60_000,
    meta: { errors: 'inline' as const },
  })
}
