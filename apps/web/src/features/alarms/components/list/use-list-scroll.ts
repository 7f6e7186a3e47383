import type { AlarmRow } from '@winnow/contract'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualListHandle } from '../../../../ui/virtual-list.tsx'
import type { Lines } from '../../model/lines.ts'
import type { ListLayout } from '../../model/list-layout.ts'
import { countUnseen, mayFlow, restoreAnchor, scrollToRow, takeAnchor } from '../../model/scroll-anchor.ts'
import type { ListPosition } from '../../state/feed-cache.ts'

interface ListScrollProps {
  list: RefObject<VirtualListHandle | null>
  rows: readonly AlarmRow[]
  lines: Lines
  layout: ListLayout
  openId: string | null
  position: ListPosition
  onNearEnd: (direction: 'older' | 'newer') => void
}

/** The next page loads this many rows before the end. */
const NEAR_ROWS = 15

/**
 * Keeps the scroll position while rows are added above, follows the newest row while nobody uses the list, and scrolls
 * the open row into view. `position` outlives the screen, so that Back restores it.
 */
export function useListScroll({ list, rows, lines, layout, openId, position, onNearEnd }: ListScrollProps) {
  const [unseen, setUnseen] = useState(0)
  /** The index of the first visible line. */
  const [topIndex, setTopIndex] = useState(0)
  // The position that this hook has set, in pixels. A scroll event at this position was not caused by the operator.
  const placedAt = useRef(-1)
  const latest = useRef({ rows, lines, layout, openId })
  /** The user requested the next rows, so the list scrolls to the top, even if the visible rows move out of view. */
  const goesToTop = useRef(false)
  // This must be the first effect, so that the following effects see the values of this render.
  useLayoutEffect(() => {
    latest.current = { rows, lines, layout, openId }
  })

  /** Stores the scroll position. */
  const note = useCallback(
    (element: HTMLElement) => {
      const { rows: now, lines: shown, layout: places } = latest.current
      position.anchor = takeAnchor(shown, places, element.scrollTop)
      if (element.scrollTop < places.rowHeight / 2) position.seenTopId = now[0]?.id ?? null
      setUnseen(countUnseen(now, position.seenTopId))
      setTopIndex(Math.max(0, places.indexAt(element.scrollTop)))
    },
    [position],
  )
  const place = useCallback(
    (element: HTMLElement, top: number) => {
      element.scrollTop = top
      placedAt.current = element.scrollTop
      note(element)
    },
    [note],
  )

  useLayoutEffect(() => {
    const element = list.current?.element()
    if (!element || rows.length === 0) return
    if (position.anchor === null) {
      // The first display of this list: at the top, or at the alarm of a link.
      const at = openId === null ? 0 : Math.max(0, lines.indexOf(openId))
      const visible = layout.topOf(at) + layout.rowHeight <= element.clientHeight
      position.following = visible
      place(element, visible ? 0 : layout.topOf(at) - element.clientHeight / 2)
      return
    }
    const held = restoreAnchor(lines, layout, position.anchor)
    const state = {
      shift: held - element.scrollTop,
      following: position.following,
      openId: latest.current.openId,
      viewportHeight: element.clientHeight,
    }
    place(element, goesToTop.current || mayFlow(state, lines, layout) ? 0 : held)
    goesToTop.current = false
    // oxlint-disable-next-line react/exhaustive-deps -- the next effect handles the opening of an alarm
  }, [lines, layout, position, place, list])

  useLayoutEffect(() => {
    const element = list.current?.element()
    const { lines: shown, layout: places } = latest.current
    const at = openId === null ? -1 : shown.indexOf(openId)
    if (!element || at < 0) return
    const top = scrollToRow(at, places, element.scrollTop, element.clientHeight)
    if (top === element.scrollTop) return
    position.following = top === 0
    place(element, top)
  }, [openId, position, place, list])

  const nearEnd = useRef(onNearEnd)
  useEffect(() => {
    nearEnd.current = onNearEnd
  })
  const checkEnds = useCallback((element: HTMLElement) => {
    const { layout: places } = latest.current
    const margin = NEAR_ROWS * places.rowHeight
    if (element.scrollTop + element.clientHeight + margin > places.height) nearEnd.current('older')
    if (element.scrollTop < margin) nearEnd.current('newer')
  }, [])
  useEffect(() => {
    const element = list.current?.element()
    if (element && rows.length > 0) checkEnds(element)
  }, [rows, checkEnds, list])

  const onScroll = useCallback(() => {
    const element = list.current?.element()
    if (!element) return
    if (Math.abs(element.scrollTop - placedAt.current) > 1) {
      placedAt.current = -1
      position.following = element.scrollTop < 1
      note(element)
    }
    checkEnds(element)
  }, [checkEnds, note, position, list])

  /** Scrolls to the top. `more` means that requested rows are about to arrive. */
  const toTop = useCallback(
    (more: boolean) => {
      const element = list.current?.element()
      if (!element) return
      position.following = true
      goesToTop.current = more
      place(element, 0)
    },
    [place, position, list],
  )

  return { unseen, topIndex, onScroll, toTop }
}
