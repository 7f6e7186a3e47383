import { getSavedFilters, setSavedFilters, type SavedFilter, type SavedFilters } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { operationKey, useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { alarmsSearch, type AlarmsSearch } from '../alarms-search.ts'
import { filtersKey, readFilters, type AlarmFilters } from '../model/alarm-filters.ts'

const NONE: SavedFilters = { filters: [], version: 0 }
/** How long the list of another tab or device may be older, in milliseconds. Saving an outdated one is refused. */
const STALE_MS = 60_000

/** The filters of a saved view. Parameters that this version does not know are dropped. */
export const filtersOf = (view: SavedFilter): AlarmFilters => readFilters(alarmsSearch.parse(view.search))

/** Returns the view with these filters, if any. */
export function viewOf(views: readonly SavedFilter[], filters: AlarmFilters): SavedFilter | undefined {
  const key = filtersKey(filters)
  return views.find((view) => filtersKey(filtersOf(view)) === key)
}

/** Whether an error says that the views were changed elsewhere. */
export const isOutdated = (error: unknown) => error instanceof RequestError && error.status === 409

/** The user's saved views. A save that another tab has forestalled loads its state, on which the user can save again. */
export function useSavedFilters() {
  const queries = useQueryClient()
  const query = useOperationQuery(getSavedFilters, {}, { staleTime: STALE_MS, quiet: true })
  const saved = query.data ?? NONE
  const mutation = useOperation(setSavedFilters, {
    inlineErrors: true,
    onSuccess: (reply) => void queries.setQueryData(operationKey(getSavedFilters, {}), reply),
    onError: (error) => {
      if (isOutdated(error)) void query.refetch()
    },
  })
  return {
    views: saved.filters,
    isLoaded: query.data !== undefined,
    save: (filters: SavedFilter[]) => mutation.mutateAsync({ body: { filters, version: saved.version } }),
  }
}

/** Opens the list with the default view, if the address has no filters. Only when the page is opened, so that filters can be cleared. */
export function useDefaultView(
  search: AlarmsSearch,
  addressId: string | null,
  onSearch: (search: AlarmsSearch) => void,
) {
  const { views, isLoaded } = useSavedFilters()
  const isPlain = addressId === null && Object.values(search).every((value) => value === undefined)
  const isOpen = useRef(isPlain)
  useEffect(() => {
    if (!isOpen.current || !isLoaded) return
    isOpen.current = false
    const preferred = views.find((view) => view.isDefault)
    if (preferred) onSearch(alarmsSearch.parse(preferred.search))
  }, [isLoaded, views, onSearch])
}
