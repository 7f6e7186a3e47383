/** The fields of a query that a list needs. */
export interface ListQuery<Row> {
  data: { rows: readonly Row[]; count: number } | undefined
  isPending: boolean
  error: unknown
  /** The previous list is shown while the requested one loads. */
  isPlaceholderData?: boolean
  refetch: () => unknown
}

/** `beyond`: the requested page is after the last page, for example because rows were deleted since. */
export type ListState = 'loading' | 'failed' | 'empty' | 'nothing-found' | 'beyond' | 'rows'

/** The state of a list's content. Loaded rows stay visible, also when a reload fails. */
export function listState(
  query: ListQuery<unknown>,
  { page, isNarrowed }: { page: number; isNarrowed: boolean },
): ListState {
  if (query.data === undefined) return query.isPending ? 'loading' : 'failed'
  if (query.data.rows.length > 0) return 'rows'
  if (page > 1) return 'beyond'
  return isNarrowed ? 'nothing-found' : 'empty'
}

/** Converts a query that returns all rows of a list to the form that a list needs. */
export function whole<Row>(query: Omit<ListQuery<Row>, 'data'> & { data: readonly Row[] | undefined }): ListQuery<Row> {
  const { data } = query
  return { ...query, data: data && { rows: data, count: data.length } }
}
