import { listMaskHistory, listMaskHistoryClients, type MaskChange } from '@winnow/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callAcrossLogin, operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'

const ROWS_PER_PAGE = 50
/** Maximum number of clients of one request. */
const CLIENTS = 200

const changesQuery = (clientId: string | undefined) => {
  const query = { limit: ROWS_PER_PAGE, ...(clientId === undefined ? {} : { clientIds: [clientId] }) }
  return infiniteQueryOptions({
    queryKey: operationKey(listMaskHistory, query),
    queryFn: ({ pageParam, signal }) =>
      callAcrossLogin(listMaskHistory, { query: { ...query, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { errors: 'inline' as const },
  })
}

/** Loads the changes of masks of all clients or of one, page by page, the newest first. */
export function useMaskChanges(clientId: string | undefined) {
  const pages = useInfiniteQuery(changesQuery(clientId))
  const rows: readonly MaskChange[] = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data])
  return { pages, rows }
}

/** Loads the clients at whose cameras masks were changed, the latest change first. `isCut`: there are more than the returned ones. */
export function useMaskClients() {
  const { data } = useOperationQuery(listMaskHistoryClients, { query: { limit: CLIENTS } }, { quiet: true })
  return { clients: data?.rows ?? [], isCut: data !== undefined && data.count > data.rows.length }
}
