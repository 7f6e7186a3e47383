import type { NodeRow, TreeRow } from './tree-rows.ts'

/** The effect of a key in the tree. */
export type TreeMove = { active: string } | { toggle: string } | { select: string }

const PAGE = 10
const isNode = (row: TreeRow): row is NodeRow => row.type === 'node'

function sideways(rows: readonly NodeRow[], at: number, key: 'ArrowRight' | 'ArrowLeft'): TreeMove | undefined {
  const row = rows[at]
  if (!row) return undefined
  if (key === 'ArrowRight') {
    if (row.expanded === false) return { toggle: row.key }
    const next = rows[at + 1]
    return row.expanded && next && next.level > row.level ? { active: next.key } : undefined
  }
  if (row.expanded) return { toggle: row.key }
  return row.node.parentId === null ? undefined : { active: row.node.parentId }
}

/**
 * The effect of a key on the active row, by the tree pattern of the ARIA practices: arrows move, open and close, Home and End jump, Enter
 * and Space select. Without an active row, the first key activates the first one.
 */
export function moveByKey(all: readonly TreeRow[], activeId: string | undefined, key: string): TreeMove | undefined {
  const rows = all.filter(isNode)
  const at = rows.findIndex((row) => row.key === activeId)
  const to = (index: number): TreeMove | undefined => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    return row && { active: row.key }
  }
  switch (key) {
    case 'ArrowDown':
      return to(at + 1)
    case 'ArrowUp':
      return to(at - 1)
    case 'PageDown':
      return to(at + PAGE)
    case 'PageUp':
      return to(at - PAGE)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows.length - 1)
    case 'ArrowRight':
    case 'ArrowLeft':
      return at < 0 ? to(0) : sideways(rows, at, key)
    case 'Enter':
    case ' ':
      return at < 0 ? undefined : { select: rows[at]?.key ?? '' }
    default:
      return undefined
  }
}

/**
 * The row whose name starts with the typed text, searched from the active row and wrapping around. Repeating a single letter moves to the
 * next match; a longer text stays on a match.
 */
export function findByPrefix(
  all: readonly TreeRow[],
  activeId: string | undefined,
  typed: string,
  locale?: string,
): string | undefined {
  const rows = all.filter(isNode)
  const letters = new Set(typed.toLocaleLowerCase(locale))
  const wanted = letters.size === 1 ? ([...letters][0] ?? '') : typed.toLocaleLowerCase(locale)
  const at = rows.findIndex((row) => row.key === activeId)
  const from = wanted.length === 1 ? at + 1 : Math.max(0, at)
  const around = [...rows.slice(from), ...rows.slice(0, from)]
  return around.find((row) => row.node.name.toLocaleLowerCase(locale).startsWith(wanted))?.key
}
