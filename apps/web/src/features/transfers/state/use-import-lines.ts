import { type ImportLine, type ImportOutcome, listImportLines } from '@winnow/contract'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { callAcrossLogin, operationKey } from '../../../lib/query/use-operation.ts'

const PAGE = 200

interface Wanted {
  id: string
  outcome: ImportOutcome | undefined
  /** Number of lines with this outcome. */
  count: number
}

/** The lines of an import, of which only the pages in view are loaded. A line that is not loaded yet is undefined. */
export function useImportLines({ id, outcome, count }: Wanted) {
  const [{ first, last }, setRange] = useState({ first: 0, last: 0 })
  // The list calls this after each rendering, if the function or the range is new.
  const onRange = useCallback(
    (start: number, stop: number) =>
      setRange((before) => (before.first === start && before.last === stop ? before : { first: start, last: stop })),
    [],
  )
  const end = Math.min(last, Math.max(0, count - 1))
  const [from, to] = [Math.floor(Math.min(first, end) / PAGE), Math.floor(end / PAGE)]
  const pages = count === 0 ? [] : Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const queries = useQueries({
    queries: pages.map((page) => {
      const request = {
        params: { id },
        query: { page: page + 1, limit: PAGE, ...(outcome === undefined ? {} : { outcome }) },
      }
      return {
        queryKey: operationKey(listImportLines, request),
        queryFn: ({ signal }: { signal: AbortSignal }) => callAcrossLogin(listImportLines, { ...request, signal }),
        meta: { errors: 'inline' as const },
      }
    }),
  })
  const failed = queries.find(({ isError, data }) => isError && data === undefined)
  const lineAt = (index: number): ImportLine | undefined =>
    queries[Math.floor(index / PAGE) - from]?.data?.rows[index % PAGE]
  return {
    lineAt,
    /** Says which lines are in view. */
    onRange,
    error: failed?.error,
    retry: () => void Promise.all(queries.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}
