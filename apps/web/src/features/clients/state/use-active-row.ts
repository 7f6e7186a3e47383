import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { VirtualListHandle } from '../../../ui/virtual-list.tsx'
import { type Place, placeOf, positionOf } from '../model/tree-keys.ts'
import type { TreeRows } from '../model/tree-levels.ts'
import { findNode } from './use-tree.ts'

/** Holds the row on which keys act, and scrolls to rows, even to rows that are not loaded yet. */
export function useActiveRow(
  rows: TreeRows,
  {
    selectedId,
    scrollTo,
    filterKey,
  }: { selectedId: string | undefined; scrollTo: string | undefined; filterKey: string },
  list: RefObject<VirtualListHandle | null>,
) {
  const [place, setPlace] = useState<Place>()
  /** A place to scroll to as soon as it is laid out. */
  const wanted = useRef<{ place: Place; align: 'auto' | 'center' }>(undefined)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const at = positionOf(rows, place) ?? rows.indexOf(selectedId)
  const goTo = useCallback((next: Place) => {
    wanted.current = { place: next, align: 'auto' }
    setPlace(next)
  }, [])

  useEffect(() => {
    if (!wanted.current) return
    const { place: to, align } = wanted.current
    const position = positionOf(rows, to) ?? rows.positionIn(to.levelId, to.index)
    if (position === undefined) return
    wanted.current = undefined
    list.current?.scrollToIndex(position, align)
  })

  // A node named in the address is scrolled into view once. Later changes of its position must not move the list.
  const shown = useRef<string>(undefined)
  const isReady = rows.length > 0
  const near = rows.indexOf(scrollTo)
  useEffect(() => {
    const key = `${scrollTo} ${filterKey}`
    if (!isReady || scrollTo === undefined || shown.current === key) return
    shown.current = key
    if (near !== undefined) {
      list.current?.scrollToIndex(near)
      return
    }
    const go = (found: Place | undefined) => {
      if (!found || shown.current !== key) return
      wanted.current = { place: found, align: 'center' }
      drawAgain()
    }
    // After a failure the list does not move. The pane of the node shows the error.
    findNode(scrollTo).then(go, () => undefined)
  }, [scrollTo, filterKey, isReady, near, list])

  const row = at === undefined ? undefined : rows.at(at)
  return {
    at,
    row,
    place: placeOf(row),
    goTo,
    setPlace,
  }
}
