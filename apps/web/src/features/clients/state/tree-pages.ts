import { listProjectTree, listTreeSites, listTreeViews } from '@winnow/contract'
import { UnauthorisedError } from '../../../lib/api/api-errors.ts'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { createUserStore } from '../../../lib/session/create-user-store.ts'
import type { NodeKind } from '../model/selection.ts'
import type { TreeFilter } from '../model/tree-filter.ts'
import { type Level, type Levels, type NeededPage, PAGE_ROWS, ROOT, type TreeNode } from '../model/tree-levels.ts'
import { projectNode, siteNode, viewNode } from '../model/tree-nodes.ts'

/** The loaded part of the tree under one filter. */
interface Loaded {
  filter: TreeFilter
  levels: Levels
}

/** The displayed part of the tree. Kept when the page is left, until the user logs out. */
export const loadedStore = createUserStore<Loaded>({ filter: {}, levels: new Map() })

/** Pages that are being loaded, by level and page. A second request for such a page waits for the first. */
const underWay = new Map<string, Promise<void>>()
/** Pages that changed on the server since they were loaded. They stay on screen until they have been loaded again. */
const stale = new Set<string>()
/** The kind of the nodes in each level, by the id of the level. The level of the clients is always known. */
const kinds = new Map<string, NodeKind>([[ROOT, 'project']])

/** Returns the kind of the nodes in a level. `known` sets the kind of a level that is not loaded yet. */
export function levelKind(levelId: string, known?: NodeKind): NodeKind {
  if (known) kinds.set(levelId, known)
  return kinds.get(levelId) ?? 'project'
}

export const keyOf = (filter: TreeFilter): string => JSON.stringify(filter)
const pageKey = (filter: TreeFilter, { levelId, page }: NeededPage) => `${keyOf(filter)} ${levelId} ${page}`
const isShown = (filter: TreeFilter) => keyOf(filter) === keyOf(loadedStore.get().filter)

interface Page {
  nodes: TreeNode[]
  count: number
}

async function fetchPage(filter: TreeFilter, { levelId, page }: NeededPage, signal?: AbortSignal): Promise<Page> {
  const { groupId, ...flags } = filter
  const query = { page: page + 1, limit: PAGE_ROWS, ...flags }
  const extra = signal ? { signal } : {}
  if (levelId === ROOT) {
    const { rows, count } = await callAcrossLogin(listProjectTree, {
      query: { ...query, ...(groupId ? { groupId } : {}) },
      ...extra,
    })
    return { nodes: rows.map(projectNode), count }
  }
  const params = { id: levelId }
  if (kinds.get(levelId) === 'view') {
    const { rows, count } = await callAcrossLogin(listTreeViews, { params, query, ...extra })
    return { nodes: rows.map(viewNode), count }
  }
  const { rows, count } = await callAcrossLogin(listTreeSites, { params, query, ...extra })
  return { nodes: rows.map(siteNode), count }
}

function put(filter: TreeFilter, change: (levels: Map<string, Level>) => void): void {
  if (!isShown(filter)) return
  loadedStore.set(({ levels }) => {
    const next = new Map(levels)
    change(next)
    return { filter, levels: next }
  })
}

function putPage(levels: Map<string, Level>, { levelId, page }: NeededPage, { nodes, count }: Page): void {
  for (const node of nodes) if (node.kind !== 'view') kinds.set(node.id, node.kind === 'project' ? 'site' : 'view')
  const pages = new Map(levels.get(levelId)?.pages)
  pages.set(page, nodes)
  // Rows may have been deleted. Loaded pages behind the new end are removed.
  for (const other of pages.keys()) if (other * PAGE_ROWS >= count) pages.delete(other)
  levels.set(levelId, { id: levelId, count, pages, error: undefined })
}

/** Loads a page and shows it. A failure is shown below the opened node, with a button that tries again. */
function load(filter: TreeFilter, wanted: NeededPage): Promise<void> {
  const key = pageKey(filter, wanted)
  const running = underWay.get(key)
  if (running) return running
  stale.delete(key)
  const work = fetchPage(filter, wanted)
    .then((page) => put(filter, (levels) => putPage(levels, wanted, page)))
    .catch((error: unknown) => {
      handleError(error, { shown: 'inline' })
      if (error instanceof UnauthorisedError) return
      stale.add(key)
      put(filter, (levels) => {
        const before = levels.get(wanted.levelId)
        // If a further page fails, its rows stay placeholders, and the page is requested again when it is shown next.
        if (before?.count === undefined)
          levels.set(wanted.levelId, { id: wanted.levelId, count: undefined, pages: new Map(), error })
      })
    })
    .finally(() => underWay.delete(key))
  underWay.set(key, work)
  return work
}

const isMissing = (level: Level | undefined, { page }: NeededPage) =>
  !level ||
  (level.error === undefined && !level.pages.has(page) && (level.count === undefined || page * PAGE_ROWS < level.count))

let shownPages: readonly NeededPage[] = []

/** Loads those of the given pages that are not loaded yet, or have changed. */
export async function wantPages(wanted: readonly NeededPage[]): Promise<void> {
  const { filter, levels } = loadedStore.get()
  const missing = wanted.filter((each) => {
    const level = levels.get(each.levelId)
    return isMissing(level, each) || (level?.error === undefined && stale.has(pageKey(filter, each)))
  })
  await Promise.all(missing.map((each) => load(filter, each)))
}

/** Loads the pages that are on screen, and records them as the pages to load again after changes. */
export function showPages(shown: readonly NeededPage[]): Promise<void> {
  shownPages = shown
  return wantPages(shown)
}

/** Tries again to load an opened node. */
export function retryLevel(levelId: string): void {
  const { filter } = loadedStore.get()
  put(filter, (levels) => {
    const level = levels.get(levelId)
    if (level) levels.set(levelId, { ...level, error: undefined })
  })
  void load(filter, { levelId, page: 0 })
}

/** Marks loaded pages as outdated. Each is loaded again when it is shown next. Without `levelIds`: the pages of all levels. */
export function outdateLevels(levelIds?: readonly string[]): void {
  const { filter, levels } = loadedStore.get()
  for (const level of levels.values()) {
    if (levelIds && !levelIds.includes(level.id)) continue
    for (const page of level.count ? level.pages.keys() : [0]) stale.add(pageKey(filter, { levelId: level.id, page }))
  }
}

/** Loads the pages on screen again, and others when they are shown next. Without `levelIds`: the pages of all levels. */
export async function refreshLevels(levelIds?: readonly string[]): Promise<void> {
  outdateLevels(levelIds)
  await wantPages(shownPages)
}

/** The filter that is being loaded. */
let latest: { key: string; stop: AbortController; done: Promise<void> } | undefined

/**
 * Shows the tree under another filter. The displayed rows stay until the first page is loaded, and also if loading fails. A filter that is
 * being loaded already is not loaded twice.
 * @throws the error of the request, unless a later filter has replaced this one
 */
export async function showFilter(filter: TreeFilter): Promise<void> {
  const key = keyOf(filter)
  if (latest?.key === key) return latest.done
  latest?.stop.abort()
  latest = undefined
  if (isShown(filter)) return undefined
  const stop = new AbortController()
  latest = { key, stop, done: loadFilter(filter, stop) }
  return latest.done
}

async function loadFilter(filter: TreeFilter, stop: AbortController): Promise<void> {
  const wanted = { levelId: ROOT, page: 0 }
  const isLatest = () => latest?.stop === stop
  try {
    const page = await fetchPage(filter, wanted, stop.signal)
    if (!isLatest()) return
    const levels = new Map<string, Level>()
    putPage(levels, wanted, page)
    stale.clear()
    loadedStore.set({ filter, levels })
  } catch (error) {
    if (!isLatest()) return
    // Nothing was shown yet, so the error is shown instead of the tree.
    if (!loadedStore.get().levels.has(ROOT))
      loadedStore.set({ filter, levels: new Map([[ROOT, { id: ROOT, count: undefined, pages: new Map(), error }]]) })
    throw error
  } finally {
    if (isLatest()) latest = undefined
  }
}
