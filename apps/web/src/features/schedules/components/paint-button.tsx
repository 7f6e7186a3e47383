import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { between, STEP, type WeekAction } from '../model/week-editor.ts'
import { DAY, type Weekday } from '../model/week-windows.ts'
import type { WeekGestures } from './use-week-gestures.ts'
import { useWindowText } from './use-window-text.ts'
import css from './week-grid.module.css'

const percent = (minute: number) => `${(minute / DAY) * 100}%`
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP, PageUp: -60, PageDown: 60 }
/** Where the cursor of a day is at first: the default window begins there. */
const FIRST = 0

interface PaintButtonProps {
  day: Weekday
  /** The id of the next window. */
  nextId: number
  act: (action: WeekAction) => void
  gestures: WeekGestures
  /** Leaves the day for the one above or below. */
  onLeave: (rows: number) => void
}

/** The cursor of a day, and the window that is painted with it by key. */
function usePaintKeys({ day, act, onLeave }: Pick<PaintButtonProps, 'day' | 'act' | 'onLeave'>) {
  const [at, setAt] = useState(FIRST)
  /** Where a window that is painted begins; undefined while none is. */
  const [from, setFrom] = useState<number>()
  const painted = from === undefined ? undefined : between(day, from, at)
  const confirm = () => {
    if (painted === undefined) return setFrom(at)
    act({ type: 'add', ...painted })
    act({ type: 'drop' })
    return setFrom(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEPS[event.key]
    if (step !== undefined) setAt(Math.min(DAY, Math.max(0, at + step)))
    else if (event.key === 'Home') setAt(0)
    else if (event.key === 'End') setAt(DAY)
    else if (event.key === 'Enter' || event.key === ' ') confirm()
    else if (event.key === 'Escape' && from !== undefined) setFrom(undefined)
    else if (from === undefined && event.key === 'ArrowUp') onLeave(-1)
    else if (from === undefined && event.key === 'ArrowDown') onLeave(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { at, painted, onKeyDown, drop: () => setFrom(undefined) }
}

/**
 * The free time of a day. A pointer paints by dragging. By key, arrows move a cursor, Enter begins a window, arrows extend it, Enter keeps it
 * and Escape drops it.
 */
export function PaintButton({ day, nextId, act, gestures, onLeave }: PaintButtonProps) {
  const { t } = useTranslation('schedules')
  const { time, day: nameOf } = useWindowText()
  const { at, painted, onKeyDown, drop } = usePaintKeys({ day, act, onLeave })
  const [hasFocus, setHasFocus] = useState(false)
  const spoken = painted
    ? t('grid.painting', { from: time(painted.start), to: time(painted.start + painted.length) })
    : t('grid.cursor', { time: time(at) })
  return (
    <>
      <button
        type="button"
        className={css['free']}
        data-paint={day}
        aria-label={t('grid.paint', { day: nameOf(day) })}
        onKeyDown={onKeyDown}
        onFocus={() => setHasFocus(true)}
        onBlur={() => {
          setHasFocus(false)
          drop()
        }}
        onPointerDown={(event) => gestures.paint(event, day, nextId)}
      />
      {hasFocus && (
        <>
          <span className={css['cursor']} style={{ left: percent(at) }} aria-hidden="true" />
          {painted && (
            <span
              className={css['painted']}
              style={{ left: percent(painted.start), width: percent(painted.length) }}
              aria-hidden="true"
            />
          )}
          <span className="wn-visually-hidden" role="status">
            {spoken}
          </span>
        </>
      )}
    </>
  )
}
