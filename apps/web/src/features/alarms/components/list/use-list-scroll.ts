import type { AlarmRow } from '@winnow/contract'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualListHandle } from '../../../../ui/virtual-list.tsx'
import { indexOfRow } from '../../model/feed.ts'
import { countUnseen, mayFlow, restoreAnchor, scrollToRow, takeAnchor } from '../../model/scroll-anchor.ts'
import type { ListPosition } from '../../state/feed-cache.ts'

interface ListScrollProps {
  list: RefObject<VirtualListHandle | null>
  rows: readonly AlarmRow[]
  rowHeight: number
  openId: string | null
  position: ListPosition
  onNearEnd: (direction: 'older' | 'newer') => void
}

/** Rows before an end at which the next page is fetched. */
const NEAR_ROWS = 15

/**
 * Keeps the list where the operator left it while rows come in above, follows the newest where that disturbs nobody, and brings
 * the open row into view. `position` outlives the screen, so that Back finds the list as it was.
 */
export function useListScroll({ list, rows, rowHeight, openId, position, onNearEnd }: ListScrollProps) {
  const [unseen, setUnseen] = useState(0)
  const hovered = useRef(false)
  // Where we have put the list ourselves: a scroll event to exactly there was not the operator.
  const placedAt = useRef(-1)
  const latest = useRef({ rows, openId })
  // First of all effects, so that the others see what this render shows.
  useLayoutEffect(() => {
    latest.current = { rows, openId }
  })

  const place = useCallback(
    (element: HTMLElement, top: number) => {
      const now = latest.current.rows
      element.scrollTop = top
      placedAt.current = element.scrollTop
      position.anchor = takeAnchor(now, element.scrollTop, rowHeight)
      if (element.scrollTop < rowHeight / 2) position.seenTopId = now[0]?.id ?? null
      setUnseen(countUnseen(now, position.seenTopId))
    },
    [position, rowHeight],
  )
  const flows = useCallback(
    (element: HTMLElement, shift: number) =>
      mayFlow(
        {
          shift,
          following: position.following,
          hovered: hovered.current,
          openId: latest.current.openId,
          viewportHeight: element.clientHeight,
          rowHeight,
        },
        latest.current.rows,
      ),
    [position, rowHeight],
  )

  useLayoutEffect(() => {
    const element = list.current?.element()
    if (!element || rows.length === 0) return
    if (position.anchor === null) {
      // First sight of this list: at the top, or at the alarm that a link named.
      const at = openId === null ? 0 : Math.max(0, indexOfRow(rows, openId))
      const visible = (at + 1) * rowHeight <= element.clientHeight
      position.following = visible
      place(element, visible ? 0 : at * rowHeight - element.clientHeight / 2)
    } else {
      const held = restoreAnchor(rows, position.anchor, rowHeight)
      place(element, flows(element, held - element.scrollTop) ? 0 : held)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- an alarm being opened is the next effect's concern
  }, [rows, rowHeight, position, place, flows, list])

  useLayoutEffect(() => {
    const element = list.current?.element()
    const at = openId === null ? -1 : indexOfRow(latest.current.rows, openId)
    if (!element || at < 0) return
    const top = scrollToRow(at, element.scrollTop, element.clientHeight, rowHeight)
    if (top === element.scrollTop) return
    position.following = top === 0
    place(element, top)
  }, [openId, rowHeight, position, place, list])

  const nearEnd = useRef(onNearEnd)
  useEffect(() => {
    nearEnd.current = onNearEnd
  })
  const checkEnds = useCallback(
    (element: HTMLElement) => {
      const margin = NEAR_ROWS * rowHeight
      if (element.scrollTop + element.clientHeight + margin > latest.current.rows.length * rowHeight)
        nearEnd.current('older')
      if (element.scrollTop < margin) nearEnd.current('newer')
    },
    [rowHeight],
  )
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
      position.anchor = takeAnchor(latest.current.rows, element.scrollTop, rowHeight)
      if (element.scrollTop < rowHeight / 2) position.seenTopId = latest.current.rows[0]?.id ?? null
      setUnseen(countUnseen(latest.current.rows, position.seenTopId))
    }
    checkEnds(element)
  }, [checkEnds, position, rowHeight, list])

  const toTop = useCallback(() => {
    const element = list.current?.element()
    if (!element) return
    position.following = true
    place(element, 0)
  }, [place, position, list])

  return {
    unseen,
    onScroll,
    toTop,
    onPointerEnter: useCallback(() => {
      hovered.current = true
    }, []),
    onPointerLeave: useCallback(() => {
      hovered.current = false
      const element = list.current?.element()
      // What was held back beneath the pointer may now flow in.
      if (element && element.scrollTop > 0 && flows(element, element.scrollTop)) place(element, 0)
    }, [flows, place, list]),
  }
}
