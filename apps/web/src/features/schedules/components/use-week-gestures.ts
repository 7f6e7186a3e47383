import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { followPointer } from '../../../lib/follow-pointer.ts'
import { between, movedBy, STEP, withEnd, withStart, type WeekAction } from '../model/week-editor.ts'
import { DAY, DAYS, type EditedWindow, type Weekday } from '../model/week-windows.ts'

/** A pointer that moves less, in pixels, was to click and not to drag. */
const CLICK_PX = 4
/** The step of Page Up and Page Down. */
const HOUR = 60

/** A place in the grid. */
interface GridPlace {
  /** The row, 0 (Monday) to 6 (Sunday). */
  row: number
  /** The minute of the day, 0 to 1440, not on the grid of steps. */
  minute: number
}

export type WindowPart = 'body' | 'start' | 'end'

const MINUTES: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP,
  ArrowRight: STEP,
  PageUp: -HOUR,
  PageDown: HOUR,
}
const DAYS_MOVED: Readonly<Record<string, number>> = { ArrowUp: -DAY, ArrowDown: DAY }

const onGrid = (minutes: number): number => Math.round(minutes / STEP) * STEP

/** What a window becomes if a part of it is moved by minutes. */
function moved(window: EditedWindow, part: WindowPart, minutes: number) {
  if (part === 'body') return movedBy(window, minutes)
  return part === 'start' ? withStart(window, minutes) : withEnd(window, minutes)
}

/** The place of a pointer in the grid. */
function placeIn(grid: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): GridPlace {
  const tracks = [...(grid?.querySelectorAll('[data-track]') ?? [])].map((each) => each.getBoundingClientRect())
  const [first] = tracks
  if (!first || first.width === 0) return { row: 0, minute: 0 }
  const below = tracks.findIndex(({ bottom }) => clientY < bottom)
  const share = Math.min(1, Math.max(0, (clientX - first.left) / first.width))
  return { row: below === -1 ? tracks.length - 1 : below, minute: share * DAY }
}

interface Drag {
  /** Begins the step, once the pointer has moved far enough to mean it. */
  onFirst: () => void
  onMove: (to: GridPlace, from: GridPlace) => void
  /** Ends a step that has begun. */
  onDrop: () => void
}

/** Follows a pointer over the grid. */
function dragOver(grid: HTMLElement | null, event: PointerEvent, { onFirst, onMove, onDrop }: Drag): void {
  if (event.button !== 0) return
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true })
  const from = placeIn(grid, event)
  let isMoving = false
  followPointer(
    event,
    (next) => {
      const distance = Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY)
      if (!isMoving && distance < CLICK_PX) return
      if (!isMoving) onFirst()
      isMoving = true
      onMove(placeIn(grid, next), from)
    },
    () => {
      if (isMoving) onDrop()
    },
  )
}

export type WeekGestures = ReturnType<typeof useWeekGestures>

/**
 * What pointers and keys do with the windows of a week. `grid` holds a row per day, each with an element `[data-track]`. `onMove` is called
 * before a key moves a part of a window.
 */
export function useWeekGestures(
  grid: RefObject<HTMLDivElement | null>,
  act: (action: WeekAction) => void,
  onMove: (id: number, part: WindowPart) => void,
) {
  const onDrop = () => act({ type: 'drop' })
  return {
    /** Drags over the free time of a day: paints a window, whose id will be `id`. */
    paint(event: PointerEvent, day: Weekday, id: number): void {
      const { minute } = placeIn(grid.current, event)
      dragOver(grid.current, event, {
        onFirst: () => act({ type: 'add', ...between(day, minute, minute) }),
        onMove: (to, from) => act({ type: 'place', id, ...between(day, from.minute, to.minute) }),
        onDrop,
      })
    },
    /** Drags a window, or one of its ends. */
    dragPart(event: PointerEvent, window: EditedWindow, part: WindowPart): void {
      event.stopPropagation()
      act({ type: 'select', id: window.id })
      dragOver(grid.current, event, {
        onFirst: () => act({ type: 'grab' }),
        onMove(to, from) {
          const days = part === 'body' ? (to.row - from.row) * DAY : 0
          act({ type: 'place', id: window.id, ...moved(window, part, onGrid(to.minute - from.minute) + days) })
        },
        onDrop,
      })
    },
    /**
     * Moves a window or one of its ends by key, each press as a step of its own: arrows by 15 minutes or a day, Page Up and Page Down by an
     * hour. Delete removes the window.
     */
    onPartKey(event: KeyboardEvent, window: EditedWindow, part: WindowPart): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const minutes = MINUTES[event.key] ?? (part === 'body' ? DAYS_MOVED[event.key] : undefined)
      if (minutes !== undefined) {
        onMove(window.id, part)
        act({ type: 'grab' })
        act({ type: 'place', id: window.id, ...moved(window, part, minutes) })
      } else if (event.key === 'Delete' || event.key === 'Backspace') act({ type: 'delete', id: window.id })
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** The row of a day in the grid. */
export const rowOf = (day: Weekday): number => DAYS.indexOf(day)
