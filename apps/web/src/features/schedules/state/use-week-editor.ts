import type { WeeklyWindow } from '@winnow/contract'
import { useLayoutEffect, useRef, useState } from 'react'
import { editWeek, startWeek, type WeekAction, type WeekEditor } from '../model/week-editor.ts'
import { toEdited, toWire } from '../model/week-windows.ts'

const same = (a: readonly WeeklyWindow[], b: readonly WeeklyWindow[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/**
 * Edits windows that a form holds. `onChange` gets them after each step that changes them. The editor starts anew, without steps to undo,
 * when the form gets other windows, for example because it is reset.
 */
export function useWeekEditor(value: readonly WeeklyWindow[], onChange: (windows: WeeklyWindow[]) => void) {
  const [state, setState] = useState<WeekEditor>(() => startWeek(value))
  if (!same(toWire(toEdited(value)), toWire(state.windows))) setState(startWeek(value))
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  }, [state])
  const act = (action: WeekAction) => {
    const before = toWire(latest.current.windows)
    latest.current = editWeek(latest.current, action)
    setState(latest.current)
    const after = toWire(latest.current.windows)
    if (!same(before, after)) onChange(after)
  }
  return { state, act }
}
