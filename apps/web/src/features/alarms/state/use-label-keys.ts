import type { AlarmRow } from '@winnow/contract'
import { useRef } from 'react'
import type { Label } from '../model/label-queue.ts'
import { opensNext } from './label-next.ts'
import { labelByDigit, labelTogether } from './last-label.ts'

type Direction = 'next' | 'previous'

/**
 * What the keys for labels do. If the user wants it, a label opens the next alarm in the direction of their last step;
 * before the first step that is the older one, since the newest opens by itself.
 */
export function useLabelKeys(openId: string | null, move: (direction: Direction) => unknown) {
  const direction = useRef<Direction>('previous')
  const step = (to: Direction) => {
    direction.current = to
    move(to)
  }
  const goOn = (labelled: readonly AlarmRow[]) => {
    if (opensNext() && labelled.some(({ id }) => id === openId)) move(direction.current)
  }
  return {
    step,
    /** Labels alarms. Opens the next one if the open alarm is among them. */
    label(rows: readonly AlarmRow[], to: Label) {
      labelTogether(rows, to)
      goOn(rows)
    },
    /** Gives alarms the reason of a digit key. */
    reason(rows: readonly AlarmRow[], digit: number) {
      if (labelByDigit(rows, digit)) goOn(rows)
    },
  }
}
