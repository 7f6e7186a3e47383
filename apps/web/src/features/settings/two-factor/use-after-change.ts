import { getCompanyOtp, getOwnTwoFactor, listSessions } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { operationKey } from '../../../lib/query/use-operation.ts'
import { restoreSession } from '../../../lib/session/session.ts'

/** Reloads the data that depend on the user's second factor: its tab, the company's count, and the sessions, some of which have ended. */
export function useAfterChange(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const stale of [getOwnTwoFactor, getCompanyOtp, listSessions])
      void queries.invalidateQueries({ queryKey: operationKey(stale) })
    void restoreSession().catch(() => undefined)
  }
}
