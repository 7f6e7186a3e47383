import { searchObjects } from '@winnow/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callAcrossLogin, operationKey } from '../../lib/query/use-operation.ts'
import type { Asked } from './asked.ts'

const PER_PAGE = 60

const objectsQuery = (asked: Asked) =>
  infiniteQueryOptions({
    queryKey: operationKey(searchObjects, asked),
    queryFn: ({ pageParam, signal }) =>
      callAcrossLogin(searchObjects, { body: { ...asked, ...pageParam, limit: PER_PAGE }, signal }),
    initialPageParam: {},
    getNextPageParam: ({ rows, more }) => {
      const last = rows.at(-1)
      return more && last ? { before: last.alarmId, beforeNumber: last.number } : undefined
    },
    // Each request is a search that the audit log records, so none is repeated without a reason.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    meta: { errors: 'inline' as const },
  })

/** Loads the objects that match a search page by page, the latest first. */
export function useObjects(asked: Asked) {
  const pages = useInfiniteQuery(objectsQuery(asked))
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data])
  return { pages, rows }
}
