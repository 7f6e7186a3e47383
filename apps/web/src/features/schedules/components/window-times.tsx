import { NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { WeekAction, WeekEditor } from '../model/week-editor.ts'
import { beginOf, DAY, DAYS, type EditedWindow, endOf, partsOf, type Weekday } from '../model/week-windows.ts'
import { TimeField } from './time-field.tsx'
import { useWindowText } from './use-window-text.ts'
import css from './window-times.module.css'

/** The window that a schedule begins with (specification, section 9): from midnight to eight. */
const DEFAULT_WINDOW = { start: 0, length: 8 * 60 }
/** The most windows that begin on a day. */
const MAX_WINDOWS = 70

/** The id of the field for the start of a window, which `onOpen` of the grid leads to. */
export const startFieldId = (prefix: string, id: number): string => `${prefix}-window-${id}`

interface WindowRowProps {
  window: EditedWindow
  act: (action: WeekAction) => void
  fieldId: string
}

function WindowRow({ window, act, fieldId }: WindowRowProps) {
  const { t } = useTranslation('schedules')
  const { day: nameOf, spoken } = useWindowText()
  const { id, day, start, length } = window
  const name = spoken(window)
  const set = (change: Partial<Pick<EditedWindow, 'day' | 'start' | 'length'>>) => {
    act({ type: 'grab' })
    act({ type: 'place', id, day, start, length, ...change })
    act({ type: 'drop' })
  }
  const end = endOf(window)
  const lengthOf = (from: number, to: number) => (to > from ? to - from : to + DAY - from)
  return (
    <li className={css['window']}>
      <NativeSelect
        size="xs"
        aria-label={t('times.day', { window: name })}
        value={String(day)}
        data={DAYS.map((each) => ({ value: String(each), label: nameOf(each) }))}
        onChange={(event) => {
          const next = DAYS.find((each) => String(each) === event.currentTarget.value)
          if (next !== undefined) set({ day: next })
        }}
      />
      <TimeField
        id={fieldId}
        label={t('times.from', { window: name })}
        value={start}
        onChange={(minute) => set({ start: minute, length: lengthOf(minute, end) })}
      />
      <span aria-hidden="true">–</span>
      <TimeField
        isEnd
        label={t('times.to', { window: name })}
        value={end}
        onChange={(minute) => set({ length: lengthOf(start, minute) })}
      />
      <IconButton size="sm" label={t('times.delete', { window: name })} onClick={() => act({ type: 'delete', id })}>
        <IconTrash size={14} />
      </IconButton>
      {start + length > DAY && <span className={css['next']}>{t('times.nextDay')}</span>}
    </li>
  )
}

interface WindowTimesProps {
  state: WeekEditor
  act: (action: WeekAction) => void
  /** A prefix for the ids of the fields. */
  prefix: string
}

/** The windows of a week as typed times. */
export function WindowTimes({ state, act, prefix }: WindowTimesProps) {
  const { t } = useTranslation('schedules')
  const heading = useId()
  const windows = state.windows.toSorted((a, b) => beginOf(a) - beginOf(b))
  // A day without any time, since times that overlap become one.
  const free: Weekday = DAYS.find((day) => partsOf(windows, day).length === 0) ?? 1
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={css['title']}>
        {t('times.title')}
      </h3>
      {windows.length > 0 && (
        <ul className={css['windows']}>
          {windows.map((window) => (
            <WindowRow key={window.id} window={window} act={act} fieldId={startFieldId(prefix, window.id)} />
          ))}
        </ul>
      )}
      <Button
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        disabled={windows.length >= MAX_WINDOWS}
        onClick={() => {
          act({ type: 'add', day: free, ...DEFAULT_WINDOW })
          act({ type: 'drop' })
        }}
      >
        {t('times.add')}
      </Button>
    </section>
  )
}
