import { listCureRequests } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../lib/live/live.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { operationKey, useOperationQuery } from '../../lib/query/use-operation.ts'

/** How many requests wait for an answer, for those who may answer them; 0 for everybody else, and while it is not known. */
export function useOpenRequests(): number {
  const mayAnswer = useMay('company.write')
  const queries = useQueryClient()
  useLive(['cure.asked', 'resync'], () => {
    if (mayAnswer) void queries.invalidateQueries({ queryKey: operationKey(listCureRequests) })
  })
  const { data } = useOperationQuery(listCureRequests, { query: { limit: 1 } }, { enabled: mayAnswer, quiet: true })
  return data?.count ?? 0
}
