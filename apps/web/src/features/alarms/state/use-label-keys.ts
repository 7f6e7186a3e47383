import type { AlarmRow } from '@winnow/contract'
import { useRef } from 'react'
import type { Label } from '../model/label-queue.ts'
import { opensNext } from './label-next.ts'
import { labelByDigit, labelTogether } from './last-label.ts'

type Direction = 'next' | 'previous'

/**
 * What the keys for labels do with the open alarm. If the user wants it, a label opens the next alarm in the direction of their last step;
 * before the first step that is the older one, since the newest opens by itself.
 */
export function useLabelKeys(row: AlarmRow | undefined, move: (direction: Direction) => unknown) {
  const direction = useRef<Direction>('previous')
  const step = (to: Direction) => {
    direction.current = to
    move(to)
  }
  const goOn = () => {
    if (opensNext()) move(direction.current)
  }
  return {
    step,
    label: (to: Label) => {
      if (row === undefined) return
      labelTogether([row], to)
      goOn()
    },
    /** Gives the reason of a digit key to the selected alarms or, without any, the open one. */
    reason(digit: number, chosen: readonly AlarmRow[]) {
      const rows = chosen.length > 0 ? chosen : row === undefined ? [] : [row]
      if (labelByDigit(rows, digit) && chosen.length === 0) goOn()
    },
  }
}
