import { useTranslation } from 'react-i18next'
import { endOf, DAY, type DayPart, type EditedWindow } from '../model/week-windows.ts'
import type { WeekGestures, WindowPart } from './use-week-gestures.ts'
import { useWindowText } from './use-window-text.ts'
import css from './week-grid.module.css'

const percent = (minute: number) => `${(minute / DAY) * 100}%`

interface EdgeProps {
  window: EditedWindow
  part: Exclude<WindowPart, 'body'>
  gestures: WeekGestures
}

/** An end of the chosen window, which is dragged or moved with arrow keys. */
function Edge({ window, part, gestures }: EdgeProps) {
  const { t } = useTranslation('schedules')
  const { time } = useWindowText()
  const minute = part === 'start' ? window.start : endOf(window)
  return (
    <span
      role="slider"
      tabIndex={0}
      className={css['edge']}
      data-part={part}
      data-edge-of={window.id}
      aria-label={t(`grid.${part}`)}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={DAY}
      aria-valuenow={minute}
      aria-valuetext={time(minute)}
      onKeyDown={(event) => gestures.onPartKey(event, window, part)}
      onPointerDown={(event) => gestures.dragPart(event, window, part)}
    />
  )
}

interface WindowBarProps {
  part: DayPart
  isChosen: boolean
  isReadOnly: boolean
  gestures: WeekGestures
  onChoose: () => void
  /** Opens the typed times of the window. */
  onOpen: () => void
}

/** A window on one day. The rest of a window that began on the day before is the same window, which keys reach where it begins. */
export function WindowBar({ part, isChosen, isReadOnly, gestures, onChoose, onOpen }: WindowBarProps) {
  const { window, from, to, isFirst, isLast } = part
  const { times, spoken } = useWindowText()
  const style = { left: percent(from), width: percent(to - from) }
  if (isReadOnly || !isFirst)
    return (
      <span
        className={css['window']}
        data-chosen={isChosen || undefined}
        data-open-start={!isFirst || undefined}
        data-open-end={!isLast || undefined}
        title={spoken(window)}
        {...(isReadOnly && isFirst ? { role: 'img', 'aria-label': spoken(window) } : {})}
        style={style}
        {...(isReadOnly ? {} : { onPointerDown: (event) => gestures.dragPart(event, window, 'body') })}
      >
        <span className={css['text']} data-text={isFirst ? times(window) : ''} aria-hidden="true" />
        {!isReadOnly && isChosen && isLast && <Edge window={window} part="end" gestures={gestures} />}
      </span>
    )
  return (
    <span className={css['place']} style={style}>
      <button
        type="button"
        className={css['window']}
        data-window={window.id}
        data-chosen={isChosen || undefined}
        data-open-end={!isLast || undefined}
        aria-pressed={isChosen}
        aria-label={spoken(window)}
        title={spoken(window)}
        onFocus={onChoose}
        onKeyDown={(event) => gestures.onPartKey(event, window, 'body')}
        onPointerDown={(event) => gestures.dragPart(event, window, 'body')}
        onDoubleClick={onOpen}
        onClick={(event) => {
          // By Enter or the space bar. A click with a pointer has chosen the window already.
          if (event.detail === 0) onOpen()
        }}
      >
        <span className={css['text']} data-text={times(window)} aria-hidden="true" />
      </button>
      {isChosen && <Edge window={window} part="start" gestures={gestures} />}
      {isChosen && isLast && <Edge window={window} part="end" gestures={gestures} />}
    </span>
  )
}
