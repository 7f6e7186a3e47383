import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, type UIEventHandler, useImperativeHandle, useRef } from 'react'
import css from './virtual-list.module.css'

export interface VirtualListHandle {
  /** Brings a row into view, moving no further than needed. */
  scrollToIndex: (index: number, align?: 'auto' | 'start' | 'center' | 'end') => void
  element: () => HTMLDivElement | null
}

interface VirtualListProps<Row> {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  /** Every row has this height: only so can the list jump without measuring. */
  rowHeight: number
  render: (row: Row, index: number) => ReactNode
  /** `listbox` and `tree`: rows are options or items, and the list has the focus (name the active one by `activeId`). */
  role?: 'list' | 'listbox' | 'tree'
  activeId?: string | undefined
  /** Row of `activeId`: while it is scrolled out of the page nothing may point at it. Left out: it is taken to be there. */
  activeIndex?: number | undefined
  onScroll?: UIEventHandler<HTMLDivElement>
  ref?: Ref<VirtualListHandle>
}

/** A list of any length that keeps only its visible rows in the page. */
export function VirtualList<Row>({
  label,
  rows,
  rowKey,
  rowHeight,
  render,
  role = 'list',
  activeId,
  activeIndex,
  onScroll,
  ref,
}: VirtualListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the React compiler, which this concerns, is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row, index)
    },
    overscan: 12,
  })
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index, align = 'auto') => virtualizer.scrollToIndex(index, { align }),
    element: () => scroller.current,
  }))
  const items = virtualizer.getVirtualItems()
  const activeIsThere = activeIndex === undefined || items.some((item) => item.index === activeIndex)
  const renderAt = (index: number) => {
    const row = rows[index]
    return row === undefined ? null : render(row, index)
  }
  return (
    <div
      ref={scroller}
      className={css['scroller']}
      role={role}
      aria-label={label}
      aria-activedescendant={role === 'list' || !activeIsThere ? undefined : activeId}
      tabIndex={0}
      onScroll={onScroll}
    >
      <div className={css['space']} style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {items.map((item) => (
          <div
            key={item.key}
            className={css['row']}
            role={role === 'list' ? 'listitem' : 'presentation'}
            style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
          >
            {renderAt(item.index)}
          </div>
        ))}
      </div>
    </div>
  )
}
