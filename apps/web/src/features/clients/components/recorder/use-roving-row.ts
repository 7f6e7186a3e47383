import type { RecorderChannel } from '@winnow/contract'
import { useRef, useState } from 'react'
import type { VirtualListHandle } from '../../../../ui/virtual-list.tsx'

const PAGE = 8

/** The row that a key leads to. */
function rowByKey(key: string, at: number, last: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: last,
  }
  const to = moves[key]
  return to === undefined ? undefined : Math.max(0, Math.min(last, to))
}

/** The row of a list that is in the order of Tab. Arrows lead from one row to the next, so that a list of 256 rows is left with one key. */
export function useRovingRow(rows: readonly RecorderChannel[]) {
  const list = useRef<VirtualListHandle>(null)
  const [active, setActive] = useState(rows[0]?.channel)
  /** The row that gets the focus as soon as it is rendered. */
  const awaited = useRef<string>(undefined)
  const at = Math.max(
    0,
    rows.findIndex(({ channel }) => channel === active),
  )
  const focusAwaited = () => {
    const row = list.current?.element()?.querySelector<HTMLElement>(`[data-channel="${awaited.current}"]`)
    if (!row) return
    awaited.current = undefined
    row.focus({ preventScroll: true })
  }
  return {
    list,
    at,
    setActive,
    focusAwaited,
    /** Moves by a key. Returns whether the key moves. */
    moveBy: (key: string): boolean => {
      const to = rowByKey(key, at, rows.length - 1)
      if (to === undefined) return false
      awaited.current = rows[to]?.channel
      setActive(awaited.current)
      list.current?.scrollToIndex(to)
      focusAwaited()
      return true
    },
  }
}
