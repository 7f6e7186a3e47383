import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { filterPart, readFilter, type TreeFilterSearch, treeFilterSearch } from '../model/tree-filter.ts'

const address = z.object(treeFilterSearch)

/** The filter of the tree, which is a part of the address, and a function that changes it. */
export function useTreeFilter() {
  const search = filterPart(address.parse(useSearch({ strict: false })))
  const navigate = useNavigate()
  const setSearch = (next: TreeFilterSearch) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: true, ignoreBlocker: true })
  return { search, filter: readFilter(search), setSearch }
}
