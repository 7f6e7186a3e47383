import type { NodeKind } from './selection.ts'

/** A client, site or camera as the tree shows it. */
export interface TreeNode {
  kind: NodeKind
  id: string
  name: string
  /** The id of the client of a site or camera. For a client, its own id. */
  projectId: string
  parentId: string | null
  /** Whether the user may change and rename the node (`write`). */
  permission: 'read' | 'write'
  active: boolean
  /** The end of the pause of the node or of its site, as ISO 8601; null if it is not paused. */
  pausedUntil: string | null
  /** Whether the node itself is paused, not only its site. */
  /** The end of its own pause, which its menu can end; null without one. */
  ownPauseUntil: string | null
  /** Whether a site is armed; null for one that is not armed and disarmed, and for other nodes. */
  arming: { status: 'armed' | 'disarmed'; endsAt: string | null } | null
  /** The number of children: sites of a client, cameras of a site. */
  childCount: number
  /** The number of cameras below the node that match the filter. For a camera, the camera itself is counted. */
  matchCount: number
}

/** The number of rows of a page of any level. */
export const PAGE_ROWS = 100

/** The id of the level of clients; other levels have the id of the client or site above them. */
export const ROOT = ''

/** The loaded part of a level of the tree. Pages are loaded one by one, in any order. */
export interface Level {
  id: string
  /** The number of its rows; undefined until its first page was loaded. */
  count: number | undefined
  /** Loaded pages by their position, from 0. */
  pages: ReadonlyMap<number, readonly TreeNode[]>
  error: unknown
}

export type Levels = ReadonlyMap<string, Level>

/** A row of the tree. `waiting`: its node has not been loaded yet. */
export type TreeRow =
  | { type: 'node'; key: string; node: TreeNode; level: number; expanded: boolean | null; index: number; of: number }
  | { type: 'waiting'; key: string; level: number; parentId: string; index: number; of: number }
  | { type: 'loading' | 'empty'; key: string; level: number; parentId: string }
  | { type: 'error'; key: string; level: number; parentId: string; error: unknown }

export type NodeRow = Extract<TreeRow, { type: 'node' }>

/** An opened node in its level, with the number of rows that its opened part takes. */
interface Opening {
  index: number
  block: Block
}

/** The visible part of a level: its rows, and those of the opened nodes in it. */
interface Block {
  level: Level
  depth: number
  /** Sorted by index. */
  openings: readonly Opening[]
  /** All rows, including those of opened nodes. */
  size: number
}

const nodeAt = ({ pages }: Level, index: number): TreeNode | undefined =>
  pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]

function openingsOf(levels: Levels, level: Level, expanded: ReadonlySet<string>, depth: number): Opening[] {
  const openings: Opening[] = []
  for (const [page, nodes] of level.pages) {
    nodes.forEach((node, at) => {
      if (node.kind === 'view' || !expanded.has(node.id)) return
      openings.push({ index: page * PAGE_ROWS + at, block: blockOf(levels, node.id, expanded, depth + 1) })
    })
  }
  return openings.toSorted((a, b) => a.index - b.index)
}

function blockOf(levels: Levels, id: string, expanded: ReadonlySet<string>, depth: number): Block {
  const level = levels.get(id) ?? { id, count: undefined, pages: new Map(), error: undefined }
  if (!level.count) {
    // One row says that the level is loading, has failed or is empty. For the root level this is shown elsewhere.
    return { level, depth, openings: [], size: id === ROOT ? 0 : 1 }
  }
  const openings = openingsOf(levels, level, expanded, depth)
  return { level, depth, openings, size: openings.reduce((sum, { block }) => sum + block.size, level.count) }
}

const lineOf = ({ level, depth }: Block): TreeRow => {
  const place = { level: depth, parentId: level.id }
  if (level.count === 0) return { type: 'empty', key: `empty-${level.id}`, ...place }
  return level.error
    ? { type: 'error', key: `error-${level.id}`, ...place, error: level.error }
    : { type: 'loading', key: `loading-${level.id}`, ...place }
}

function rowIn(block: Block, at: number, expanded: ReadonlySet<string>): TreeRow {
  const { level, depth, openings } = block
  if (!level.count) return lineOf(block)
  // The number of rows below opened nodes that come before this index.
  let before = 0
  for (const { index, block: inner } of openings) {
    const start = index + before + 1
    if (at < start) break
    if (at < start + inner.size) return rowIn(inner, at - start, expanded)
    before += inner.size
  }
  const index = at - before
  const node = nodeAt(level, index)
  const place = { level: depth, index: index + 1, of: level.count }
  if (!node) return { type: 'waiting', key: `waiting-${level.id}-${index}`, parentId: level.id, ...place }
  return { type: 'node', key: node.id, node, expanded: node.kind === 'view' ? null : expanded.has(node.id), ...place }
}

function findIn(block: Block, id: string): number | undefined {
  for (const [page, nodes] of block.level.pages) {
    const at = nodes.findIndex((node) => node.id === id)
    if (at >= 0) return positionOf(block, page * PAGE_ROWS + at)
  }
  for (const { index, block: inner } of block.openings) {
    const at = findIn(inner, id)
    if (at !== undefined) return positionOf(block, index) + 1 + at
  }
  return undefined
}

/** Returns the row in a block of the node with this index in its level. */
const positionOf = ({ openings }: Block, index: number): number =>
  openings.reduce((sum, opening) => (opening.index < index ? sum + opening.block.size : sum), index)

/** A page that is needed to show a range of rows. */
export interface NeededPage {
  levelId: string
  page: number
}

function collectPages(block: Block, from: number, to: number, needed: NeededPage[]): void {
  const { level, openings } = block
  if (!level.count) {
    if (level.count === undefined) needed.push({ levelId: level.id, page: 0 })
    return
  }
  /** Adds the pages of rows of this level, from one index to another. `before`: the number of rows of opened nodes above them. */
  const want = (start: number, end: number, before: number) => {
    const [first, last] = [Math.max(start, from - before), Math.min(end, to - before)]
    if (first > last) return
    for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page++)
      if (!needed.some((other) => other.levelId === level.id && other.page === page))
        needed.push({ levelId: level.id, page })
  }
  let [before, next] = [0, 0]
  for (const { index, block: inner } of openings) {
    want(next, index, before)
    const start = index + before + 1
    if (start <= to && start + inner.size > from)
      collectPages(inner, Math.max(0, from - start), Math.min(to - start, inner.size - 1), needed)
    before += inner.size
    next = index + 1
  }
  want(next, level.count - 1, before)
}

/** The rows of the tree. They are found by their position, without a list of all rows. */
export interface TreeRows {
  length: number
  at: (index: number) => TreeRow | undefined
  /** Returns the position of a loaded node; undefined while it is not visible. */
  indexOf: (id: string | undefined) => number | undefined
  /** Returns the position of a row of a level, loaded or not; undefined while the level is not visible. */
  positionIn: (levelId: string, index: number) => number | undefined
  /** Returns the pages that contain the rows from one position to another. */
  pagesOf: (from: number, to: number) => NeededPage[]
}

function findBlock(block: Block, id: string, start = 0): { block: Block; start: number } | undefined {
  if (block.level.id === id) return { block, start }
  for (const opening of block.openings) {
    const found = findBlock(opening.block, id, start + positionOf(block, opening.index) + 1)
    if (found) return found
  }
  return undefined
}

/** Lays out the visible rows of the tree: opened nodes are followed by their children. */
export function layOut(levels: Levels, expanded: ReadonlySet<string>): TreeRows {
  const root = blockOf(levels, ROOT, expanded, 1)
  return {
    length: root.size,
    at: (index) => (index >= 0 && index < root.size ? rowIn(root, index, expanded) : undefined),
    indexOf: (id) => (id === undefined ? undefined : findIn(root, id)),
    positionIn(levelId, index) {
      const found = findBlock(root, levelId)
      if (!found?.block.level.count) return undefined
      return found.start + positionOf(found.block, Math.min(index, found.block.level.count - 1))
    },
    pagesOf(from, to) {
      const needed: NeededPage[] = []
      collectPages(root, from, to, needed)
      return needed
    },
  }
}
