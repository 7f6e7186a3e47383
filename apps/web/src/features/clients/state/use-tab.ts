import { useNavigate } from '@tanstack/react-router'
import type { SiteTab, ViewTab } from '../clients-search.ts'
import { filterPart } from '../model/tree-filter.ts'
import { addressOf, type Selection } from '../model/selection.ts'

/** The open tab of a pane, stored in the address so that it can be shared. */
export function useTab<T extends ViewTab | SiteTab>(
  tabs: readonly [T, ...T[]],
  wanted: string | undefined,
  selection: Selection,
) {
  const navigate = useNavigate()
  const [first] = tabs
  const tab = tabs.find((each) => each === wanted) ?? first
  const setTab = (next: T) => {
    // Opened tabs keep their typed text, so no confirmation is needed.
    const { to, search } = addressOf(selection)
    void navigate({
      to,
      search: (before) => ({ ...filterPart(before), ...search, tab: next === first ? undefined : next }),
      replace: true,
      ignoreBlocker: true,
    })
  }
  return [tab, setTab] as const
}
