import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { nextIdOf, type WeekAction, type WeekEditor } from '../model/week-editor.ts'
import { DAYS, partsOf, type Weekday } from '../model/week-windows.ts'
import { DayMenu } from './day-menu.tsx'
import { PaintButton } from './paint-button.tsx'
import { rowOf, useWeekGestures, type WeekGestures } from './use-week-gestures.ts'
import { useWindowText } from './use-window-text.ts'
import { WindowBar } from './window-bar.tsx'
import css from './week-grid.module.css'

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24]

interface WeekGridProps {
  /** What the grid shows, for assistive technology. */
  label: string
  state: WeekEditor
  act: (action: WeekAction) => void
  /** Shows the windows, and no way to change them. */
  isReadOnly?: boolean
  /** Opens the typed times of a window. */
  onOpen?: (id: number) => void
}

interface DayRowProps extends Required<Omit<WeekGridProps, 'label'>> {
  day: Weekday
  gestures: WeekGestures
  /** Leaves the day for the one above or below. */
  onLeave: (rows: number) => void
}

/** The row of a day: its name, its windows and its menu. */
function DayRow({ day, state, act, isReadOnly, onOpen, gestures, onLeave }: DayRowProps) {
  const { day: nameOf, shortDay } = useWindowText()
  const { windows, selected } = state
  return (
    <div className={css['row']} role="group" aria-label={nameOf(day)}>
      <span className={css['day']} title={nameOf(day)} aria-hidden="true">
        {shortDay(day)}
      </span>
      <div className={css['track']} data-track={day} data-row={rowOf(day)}>
        {!isReadOnly && (
          <PaintButton day={day} nextId={nextIdOf(windows)} act={act} gestures={gestures} onLeave={onLeave} />
        )}
        {partsOf(windows, day).map((part) => (
          <WindowBar
            key={`${part.window.id} ${part.isFirst}`}
            part={part}
            isChosen={part.window.id === selected}
            isReadOnly={isReadOnly}
            gestures={gestures}
            onChoose={() => act({ type: 'select', id: part.window.id })}
            onOpen={() => onOpen(part.window.id)}
          />
        ))}
      </div>
      {!isReadOnly && <DayMenu day={day} hasWindows={windows.some((each) => each.day === day)} act={act} />}
    </div>
  )
}

/** What keys do with the grid as a whole: undo, redo, and leaving a window. Pointers and keys of its windows come from `gestures`. */
function useGrid({ state: { windows, selected }, act }: Pick<WeekGridProps, 'state' | 'act'>) {
  const grid = useRef<HTMLDivElement>(null)
  /** The part of the chosen window that a key has moved: it may be rendered on another day, and takes the keys there. */
  const moving = useRef<string>(undefined)
  useLayoutEffect(() => {
    const part = moving.current
    moving.current = undefined
    if (part !== undefined && selected !== null) grid.current?.querySelector<HTMLElement>(part)?.focus()
  })
  const gestures = useWeekGestures(grid, act, (id, part) => {
    moving.current = part === 'body' ? `[data-window="${id}"]` : `[data-edge-of="${id}"][data-part=${part}]`
  })
  const focusDay = (day: Weekday | undefined) =>
    grid.current?.querySelector<HTMLElement>(`[data-paint="${day}"]`)?.focus()
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (mod && key === 'z') act({ type: event.shiftKey ? 'redo' : 'undo' })
    else if (mod && key === 'y') act({ type: 'redo' })
    else if (event.key === 'Escape' && selected !== null) {
      const day = windows.find(({ id }) => id === selected)?.day
      act({ type: 'drop' })
      act({ type: 'select', id: null })
      focusDay(day)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // The menu of a day belongs to the grid, and copies the windows as they are.
    const isMenu = relatedTarget instanceof Element && relatedTarget.closest('[role=menu]') !== null
    const isLeft = moving.current === undefined && !isMenu && !grid.current?.contains(relatedTarget)
    if (isLeft) act({ type: 'drop' })
  }
  return { grid, gestures, focusDay, handlers: { onKeyDown, onBlur } }
}

/**
 * The windows of a week, a row per day from Monday on. A pointer or a finger paints, moves and resizes windows; keys do the same.
 * Windows that overlap are joined when a step ends or the keys leave the window.
 */
export function WeekGrid({ label, state, act, isReadOnly = false, onOpen = () => undefined }: WeekGridProps) {
  const { t } = useTranslation('schedules')
  const { time } = useWindowText()
  const { grid, gestures, focusDay, handlers } = useGrid({ state, act })
  return (
    // The keys of the windows and days within it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={grid} className={css['grid']} role="group" aria-label={label} {...(isReadOnly ? {} : handlers)}>
      <div className={css['hours']} aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {time(hour * 60)}
          </span>
        ))}
      </div>
      {DAYS.map((day) => (
        <DayRow
          key={day}
          {...{ day, state, act, isReadOnly, onOpen, gestures }}
          onLeave={(rows) => focusDay(DAYS[rowOf(day) + rows])}
        />
      ))}
      {state.windows.length === 0 && <p className={css['empty']}>{t(isReadOnly ? 'grid.none' : 'grid.empty')}</p>}
    </div>
  )
}
