import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  type UIEventHandler,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import css from './virtual-list.module.css'

export interface VirtualListHandle {
  /** Scrolls a row into view, no further than needed. */
  scrollToIndex: (index: number, align?: 'auto' | 'start' | 'center' | 'end') => void
  element: () => HTMLDivElement | null
}

interface VirtualListProps<Row> {
  label: string
  /** An array, or another object with a length that returns a row by its position. */
  rows: Pick<readonly Row[], 'length' | 'at'>
  /** The identity of a row. Of equal ones, which may occur while rows move, the later are told apart by their positions. */
  rowKey: (row: Row, index: number) => string
  /** The height in pixels of every row, or a function that returns it for one row. It must be known before rendering, for jumps. */
  rowHeight: number | ((row: Row) => number)
  render: (row: Row, index: number) => ReactNode
  /** `listbox` and `tree`: rows are options or items, and the list itself has the focus (`activeId` names the active one). */
  role?: 'list' | 'listbox' | 'tree'
  activeId?: string | undefined
  /** The index of the row `activeId`. While that row is not rendered, no attribute refers to it. Default: it is assumed to be rendered. */
  activeIndex?: number | undefined
  /** Whether several rows of a `listbox` can be selected. */
  isMultiSelectable?: boolean
  onScroll?: UIEventHandler<HTMLDivElement>
  /** Called with the first and last rendered row when they change. */
  onRange?: (first: number, last: number) => void
  onKeyDown?: KeyboardEventHandler<HTMLDivElement>
  ref?: Ref<VirtualListHandle>
}

/** How far beyond the visible part rows are rendered, in pixels, so that a little scrolling shows no gaps. */
const BEYOND = 240

/** A list of any length that renders only its visible rows. */
export function VirtualList<Row>({
  label,
  rows,
  rowKey,
  rowHeight,
  render,
  role = 'list',
  activeId,
  activeIndex,
  isMultiSelectable,
  onScroll,
  onRange,
  onKeyDown,
  ref,
}: VirtualListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const heightAt = (index: number): number => {
    if (typeof rowHeight === 'number') return rowHeight
    const row = rows.at(index)
    return row === undefined ? 0 : rowHeight(row)
  }
  // The virtualizer computes the heights of all rows anew when this function is another one. With one height for all rows it stays the same, so
  // that a change in a list of 10,000 rows takes no longer than in a short one.
  // oxlint-disable-next-line react/exhaustive-deps -- it is another function exactly when the heights are others
  const placeOf = useCallback((index: number) => index, [rowHeight])
  // oxlint-disable-next-line react/incompatible-library -- the React compiler, which this concerns, is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightAt,
    getItemKey: placeOf,
    overscan: typeof rowHeight === 'number' ? Math.max(2, Math.round(BEYOND / rowHeight)) : 12,
  })
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index, align = 'auto') => virtualizer.scrollToIndex(index, { align }),
    element: () => scroller.current,
  }))
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index, items.at(-1)?.index]
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first, last)
  }, [first, last, onRange])
  const activeIsThere = activeIndex === undefined || items.some((item) => item.index === activeIndex)
  const used = new Set<string>()
  const keyOf = (index: number): number | string => {
    const row = rows.at(index)
    if (row === undefined) return index
    const key = rowKey(row, index)
    if (used.has(key)) return `${key} ${index}`
    used.add(key)
    return key
  }
  const renderAt = (index: number) => {
    const row = rows.at(index)
    return row === undefined ? null : render(row, index)
  }
  return (
    // The caller sets the role.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      className={css['scroller']}
      role={role}
      aria-label={label}
      aria-multiselectable={isMultiSelectable}
      aria-activedescendant={role === 'list' || !activeIsThere ? undefined : activeId}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div className={css['space']} style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {items.map((item) => (
          <div
            key={keyOf(item.index)}
            className={css['row']}
            role={role === 'list' ? 'listitem' : 'presentation'}
            style={{ height: item.size, transform: `translateY(${item.start}px)` }}
          >
            {renderAt(item.index)}
          </div>
        ))}
      </div>
    </div>
  )
}
