import { findPlace, findTypedProject, findTypedSite, findTypedView } from '@winnow/contract'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { UnauthorisedError } from '../../../lib/api/api-errors.ts'
import { useStore } from '../../../lib/create-store.ts'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { useErrorText } from '../../../ui/error-text.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { isOpen, type TreeFilter } from '../model/tree-filter.ts'
import type { Place } from '../model/tree-keys.ts'
import { layOut, ROOT } from '../model/tree-levels.ts'
import { keyOf, levelKind, loadedStore, showFilter, wantPages } from './tree-pages.ts'
import { expandedStore, filterExpandedStore, openNodes } from './tree-store.ts'

/** The number of a filter's first matches per level that are opened automatically. More would load nodes that nobody looks at. */
const OPENED_MATCHES = 3

/** Opens the first matches of a filter down to the cameras, so that matching cameras are visible with the nodes above them. */
async function openFirstMatches(): Promise<void> {
  const { filter } = loadedStore.get()
  const firstOf = (levelId: string) =>
    (loadedStore.get().levels.get(levelId)?.pages.get(0) ?? [])
      .filter(({ matchCount }) => matchCount > 0)
      .slice(0, OPENED_MATCHES)
      .map(({ id }) => id)
  const clients = firstOf(ROOT)
  openNodes(...clients)
  await wantPages(clients.map((levelId) => ({ levelId, page: 0 })))
  if (keyOf(filter) === keyOf(loadedStore.get().filter)) openNodes(...clients.flatMap(firstOf))
}

/** Loads the tree under a filter, whether or not it is visible. */
export function useLoadedTree(wanted: TreeFilter): void {
  const { t } = useTranslation('errors')
  const errorText = useErrorText()
  const wantedKey = keyOf(wanted)
  const hasRoot = useStore(loadedStore, ({ levels }) => levels.has(ROOT))
  const isShown = useStore(loadedStore, ({ filter }) => keyOf(filter) === wantedKey)
  useEffect(() => {
    showFilter(wanted)
      .then(() => (isOpen(wanted) ? undefined : openFirstMatches()))
      .catch((error: unknown) => {
        handleError(error, { shown: 'inline' })
        if (error instanceof UnauthorisedError) return
        showToast({ type: 'warning', id: 'tree.search', title: t('title.warning'), message: errorText(error) })
      })
    // Each render creates the filter anew. Its key tells whether it has changed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wantedKey])
  useEffect(() => {
    if (!hasRoot && isShown) void wantPages([{ levelId: ROOT, page: 0 }])
  }, [hasRoot, isShown])
}

/** The rows of the tree. Pages are loaded when they are first shown. The live stream names the pages to load again. */
export function useTree(wanted: TreeFilter) {
  const { filter, levels } = useStore(loadedStore)
  const expanded = useStore(isOpen(filter) ? expandedStore : filterExpandedStore)
  const rows = useMemo(() => layOut(levels, expanded), [levels, expanded])
  const root = levels.get(ROOT)
  return {
    rows,
    filter,
    /** Whether the displayed rows do not yet match the requested filter. */
    isLate: keyOf(filter) !== keyOf(wanted),
    /** The number of clients, loaded or not; undefined until the first page is loaded. */
    total: root?.count,
    error: root?.count === undefined ? root?.error : undefined,
  }
}

export type Tree = ReturnType<typeof useTree>

/** Opens the nodes above a node and resolves to its place; undefined if the filter excludes it or it no longer exists. */
export async function findNode(id: string): Promise<Place | undefined> {
  const { filter } = loadedStore.get()
  const { steps } = await callAcrossLogin(findPlace, { params: { id }, query: filter })
  const own = steps.at(-1)
  if (!own) return undefined
  const above = steps.slice(0, -1).map((step) => step.id)
  for (const step of steps.slice(0, -1)) levelKind(step.id, step.kind === 'project' ? 'site' : 'view')
  openNodes(...above)
  // Loads the page of each node on the path, so that the rows above are loaded when the list scrolls to the node.
  await wantPages(steps.map(({ index }, at) => ({ levelId: above[at - 1] ?? ROOT, page: Math.floor(index / 100) })))
  return { levelId: above.at(-1) ?? ROOT, index: own.index, id }
}

/** Asks the server for the next node of a level whose name starts with a text. */
export async function findTyped(levelId: string, startsWith: string, from: number): Promise<Place | undefined> {
  const { groupId, ...flags } = loadedStore.get().filter
  const query = { ...flags, startsWith, from }
  const kind = levelKind(levelId)
  const { found } =
    kind === 'project'
      ? await callAcrossLogin(findTypedProject, { query: { ...query, ...(groupId ? { groupId } : {}) } })
      : await callAcrossLogin(kind === 'site' ? findTypedSite : findTypedView, { params: { id: levelId }, query })
  return found ? { levelId, index: found.index } : undefined
}
