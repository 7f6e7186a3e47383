import type { AlarmRow } from '@winnow/contract'
import { useCallback } from 'react'
import { useCommands } from '../../../../lib/commands/use-commands.ts'
import { useStore } from '../../../../lib/create-store.ts'
import type { Label } from '../../model/label-queue.ts'
import type { Lines } from '../../model/lines.ts'
import { extended, nonePicked, toggled } from '../../model/picked.ts'
import type { OpenList } from '../../state/feed-cache.ts'
import { canUndoLabel, labelTogether, undoLabel } from '../../state/last-label.ts'
import { selectionCommands } from './selection-commands.ts'
import { idsOf } from './use-pick.ts'

type Direction = 'next' | 'previous'

interface ListKeysProps {
  list: OpenList
  lines: Lines
  openId: string | null
  /** Moves to a neighbour and returns it. */
  move: (direction: Direction) => AlarmRow | undefined
  /** The open alarm, listed or not. */
  openRow: AlarmRow | undefined
}

const isTyping = () => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false

/** The alarms that are selected and listed, newest first. */
function usePickedRows(list: OpenList, rows: readonly AlarmRow[]): readonly AlarmRow[] {
  const picked = useStore(list.picked)
  return picked.ids.size === 0 ? [] : rows.filter((row) => picked.ids.has(row.id))
}

/** Keys that select alarms and open cards, and labels for the selected alarms. */
export function useListKeys({ list, lines, openId, move, openRow }: ListKeysProps) {
  const { rows } = list.feed.snapshot().shown
  const chosen = usePickedRows(list, rows)
  const isPicking = useStore(list.picked, ({ ids, isChoosing }) => ids.size > 0 || isChoosing)
  const line = openId === null ? undefined : lines.all[lines.indexOf(openId)]

  const choose = useCallback(() => list.picked.set((now) => ({ ...now, isChoosing: true })), [list])
  const clear = () => list.picked.set(nonePicked)
  const extend = (direction: Direction) => {
    const to = move(direction)
    if (to !== undefined) list.picked.set((now) => extended(now, list.cards.lines(), openId, to.id))
  }
  const pickAll = () => list.picked.set((now) => ({ ...now, ids: new Set(rows.map((row) => row.id)) }))
  const isShown = line?.isInCard === true
  const canShow = (isOpen: boolean) => line !== undefined && line.card.rows.length > 1 && isOpen !== isShown
  const takeChosen = () => {
    clear()
    return chosen
  }
  const take = () => {
    if (chosen.length > 0) return takeChosen()
    if (line?.kind === 'card') {
      list.picked.set((now) => toggled(now, idsOf(line)))
      return []
    }
    return openRow === undefined ? [] : [openRow]
  }

  useCommands(
    'alarm-selection',
    selectionCommands({
      extend,
      hasLine: () => line !== undefined,
      toggle: () => line && list.picked.set((now) => toggled(now, idsOf(line))),
      pickAll,
      canPickAll: () => !isTyping() && rows.length > 0,
      clear,
      canClear: () => isPicking,
      canShow,
      show: (isOpen) => line && list.cards.show(line.card.key, isOpen),
    }),
  )

  return {
    chosen,
    isPicking,
    /** Shows a checkbox in each row. */
    choose,
    clear,
    /** Called when another alarm is opened without a selection key. */
    leave: () => list.picked.set((now) => (now.isChoosing ? now : nonePicked)),
    /**
     * Takes the alarms that a key is to label: the selected ones, whose selection ends, or without any the open one. If that is on a closed
     * card, its alarms are selected instead, so that the selection says how many the next key press labels.
     */
    take,
    labelChosen: (to: Label) => labelTogether(takeChosen(), to),
    canUndo: canUndoLabel,
    undo: undoLabel,
  }
}
