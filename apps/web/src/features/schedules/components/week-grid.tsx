import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { WeekAction, WeekEditor } from '../model/week-editor.ts'
import { DAYS, partsOf, type Weekday } from '../model/week-windows.ts'
import { DayMenu } from './day-menu.tsx'
import { PaintButton } from './paint-button.tsx'
import { rowOf, useWeekGestures } from './use-week-gestures.ts'
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

/**
 * The windows of a week, a row per day from Monday on. A pointer or a finger paints, moves and resizes windows; keys do the same.
 * Windows that overlap are joined when a step ends or the keys leave the window.
 */
export function WeekGrid({ label, state, act, isReadOnly = false, onOpen = () => undefined }: WeekGridProps) {
  const { t } = useTranslation('schedules')
  const { time, day: nameOf, shortDay } = useWindowText()
  const grid = useRef<HTMLDivElement>(null)
  const { windows, selected } = state
  const nextId = Math.max(-1, ...windows.map(({ id }) => id)) + 1

  /** The part of the chosen window that a key has moved: it may be rendered on another day, and takes the keys there. */
  const moving = useRef<string>(undefined)
  useLayoutEffect(() => {
    const part = moving.current
    moving.current = undefined
    if (part === undefined || selected === null) return
    grid.current?.querySelector<HTMLElement>(part)?.focus()
  }, [selected, windows])
  const gestures = useWeekGestures(grid, act, (id, part) => {
    moving.current = part === 'body' ? `[data-window="${id}"]` : `[data-edge-of="${id}"][data-part=${part}]`
  })

  const focusDay = (day: Weekday | undefined) =>
    grid.current?.querySelector<HTMLElement>(`[data-paint="${day}"]`)?.focus()

  const onKey = (event: KeyboardEvent) => {
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

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the windows and days within it
    <div
      ref={grid}
      className={css['grid']}
      role="group"
      aria-label={label}
      onKeyDown={isReadOnly ? undefined : onKey}
      onBlur={({ relatedTarget }) => {
        // The menu of a day belongs to the grid, and copies the windows as they are.
        const isMenu = relatedTarget instanceof Element && relatedTarget.closest('[role=menu]') !== null
        const isLeft = moving.current === undefined && !isMenu && !grid.current?.contains(relatedTarget)
        if (!isReadOnly && isLeft) act({ type: 'drop' })
      }}
    >
      <div className={css['hours']} aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {time(hour * 60)}
          </span>
        ))}
      </div>
      {DAYS.map((day) => (
        <div key={day} className={css['row']} role="group" aria-label={nameOf(day)}>
          <span className={css['day']} title={nameOf(day)} aria-hidden="true">
            {shortDay(day)}
          </span>
          <div className={css['track']} data-track={day} data-row={rowOf(day)}>
            {!isReadOnly && (
              <PaintButton
                day={day}
                nextId={nextId}
                act={act}
                gestures={gestures}
                onLeave={(rows) => focusDay(DAYS[rowOf(day) + rows])}
              />
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
      ))}
      {windows.length === 0 && <p className={css['empty']}>{t(isReadOnly ? 'grid.none' : 'grid.empty')}</p>}
    </div>
  )
}
