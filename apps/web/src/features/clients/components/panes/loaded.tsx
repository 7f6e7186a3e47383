import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'

/** The result of a query, or its error. Displayed data stays when a refresh fails, unless the object no longer exists. */
export function Loaded<T>({
  query,
  rows = 6,
  children,
}: {
  query: UseQueryResult<T>
  rows?: number
  children: (data: T) => ReactNode
}) {
  const isGone = query.error instanceof RequestError && query.error.status === 404
  if (query.data !== undefined && !isGone) return children(query.data)
  if (query.isError) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  return <SkeletonRows rows={rows} />
}
