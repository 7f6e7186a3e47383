import { getVideofied } from '@winnow/contract'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

/** How often the state of the panels is asked for. */
const STATE_MS = 10_000

/** The panels of the company, and the listener that they call. */
export const useVideofied = (companyId: string) =>
  useOperationQuery(
    getVideofied,
    { params: { id: companyId } },
    { quiet: true, staleTime: 0, refetchInterval: STATE_MS },
  )
