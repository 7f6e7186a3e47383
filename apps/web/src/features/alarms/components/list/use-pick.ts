import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { useStore } from '../../../../lib/create-store.ts'
import { isSameLine, type Line, type Lines } from '../../model/lines.ts'
import { extended, nonePicked, toggled } from '../../model/picked.ts'
import type { OpenList } from '../../state/feed-cache.ts'

/** Whether two sets of properties show the same line in the same way. For `memo`. */
export function showsSame<P extends { line: Line }>(before: P, next: P): boolean {
  const { line: lineBefore, ...rest } = before
  const { line: lineNext, ...restNext } = next
  const others = new Map<string, unknown>(Object.entries(restNext))
  return (
    isSameLine(lineBefore, lineNext) &&
    Object.entries(rest).every(([name, value]) => Object.is(others.get(name), value))
  )
}

/** The ids of a line's alarms. */
export const idsOf = (line: Line): string[] =>
  line.kind === 'card' ? line.card.rows.map((row) => row.id) : [line.row.id]

/** The alarms that are selected in a list, and what a click on a line does. */
export function usePick(list: OpenList, lines: Lines, openId: string | null, onOpen: (id: string) => void) {
  const picked = useStore(list.picked)
  // Read when a line is clicked. A new function for each open alarm would render all rows again with each step.
  const latest = useRef({ lines, openId })
  useEffect(() => {
    latest.current = { lines, openId }
  })
  const choose = useCallback(
    (line: Line, event: MouseEvent) => {
      const { lines: shown, openId: open } = latest.current
      if (event.shiftKey) list.picked.set((now) => extended(now, shown, open, line.row.id))
      else if (event.ctrlKey || event.metaKey || list.picked.get().isChoosing)
        list.picked.set((now) => toggled(now, idsOf(line)))
      else {
        list.picked.set(nonePicked)
        onOpen(line.row.id)
      }
    },
    [list, onOpen],
  )
  return { picked, choose }
}
