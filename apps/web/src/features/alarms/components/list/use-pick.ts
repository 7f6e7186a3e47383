import { type MouseEvent, useCallback } from 'react'
import { useStore } from '../../../../lib/create-store.ts'
import type { Line, Lines } from '../../model/lines.ts'
import { extended, nonePicked, toggled } from '../../model/picked.ts'
import type { OpenList } from '../../state/feed-cache.ts'

/** The ids of a line's alarms. */
export const idsOf = (line: Line): string[] =>
  line.kind === 'card' ? line.card.rows.map((row) => row.id) : [line.row.id]

/** The alarms that are selected in a list, and what a click on a line does. */
export function usePick(list: OpenList, lines: Lines, openId: string | null, onOpen: (id: string) => void) {
  const picked = useStore(list.picked)
  const choose = useCallback(
    (line: Line, event: MouseEvent) => {
      if (event.shiftKey) list.picked.set((now) => extended(now, lines, openId, line.row.id))
      else if (event.ctrlKey || event.metaKey || list.picked.get().isChoosing)
        list.picked.set((now) => toggled(now, idsOf(line)))
      else {
        list.picked.set(nonePicked)
        onOpen(line.row.id)
      }
    },
    [list, lines, openId, onOpen],
  )
  return { picked, choose }
}
