import type { ClosingDay, Window } from '@winnow/contract'
import { minutesOf } from '@winnow/contract'
import { localDay } from '@winnow/domain'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { clock } from '../model/week-windows.ts'
import css from './closing-days-field.module.css'
import { TimeField } from './time-field.tsx'

/** The most ranges of closing days, and windows on them, that the server takes. */
const MAX_RANGES = 100
const MAX_WINDOWS = 10

const put = <T,>(list: readonly T[], at: number, item: T): T[] =>
  list.map((each, index) => (index === at ? item : each))
const without = <T,>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

interface DayRowProps {
  range: ClosingDay
  /** The number of the range, from 1. */
  n: number
  error?: string | undefined
  onChange: (range: ClosingDay) => void
  onDelete: () => void
}

function DayRow({ range, n, error, onChange, onDelete }: DayRowProps) {
  const { t } = useTranslation('schedules')
  return (
    <li className={css['range']}>
      <TextField
        size="xs"
        label={t('closing.name')}
        value={range.name}
        maxLength={100}
        onChange={(name) => onChange({ ...range, name })}
      />
      <DateField
        label={t('closing.from')}
        value={range.from}
        onChange={(from) => onChange({ ...range, from, to: range.to < from ? from : range.to })}
      />
      <DateField label={t('closing.to')} value={range.to} error={error} onChange={(to) => onChange({ ...range, to })} />
      <IconButton size="sm" label={t('closing.delete', { name: range.name || String(n) })} onClick={onDelete}>
        <IconTrash size={14} />
      </IconButton>
    </li>
  )
}

interface ClosingWindowsProps {
  windows: readonly Window[]
  onChange: (windows: Window[]) => void
}

/** When cameras count on closing days. */
function ClosingWindows({ windows, onChange }: ClosingWindowsProps) {
  const { t } = useTranslation('schedules')
  return (
    <fieldset className={css['windows']}>
      <legend>{t('closing.windows')}</legend>
      {windows.length === 0 && <p className={css['hint']}>{t('closing.never')}</p>}
      {windows.length > 0 && (
        <ul className={css['list']}>
          {windows.map((each, index) => (
            <li
              // Windows have no identity besides their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className={css['window']}
            >
              <TimeField
                label={t('closing.windowFrom', { n: index + 1 })}
                value={minutesOf(each.start)}
                onChange={(minute) => onChange(put(windows, index, { ...each, start: clock(minute) }))}
              />
              <span aria-hidden="true">–</span>
              <TimeField
                isEnd
                label={t('closing.windowTo', { n: index + 1 })}
                value={minutesOf(each.end)}
                onChange={(minute) => onChange(put(windows, index, { ...each, end: clock(minute) }))}
              />
              <IconButton
                size="sm"
                label={t('closing.windowDelete', { n: index + 1 })}
                onClick={() => onChange(without(windows, index))}
              >
                <IconTrash size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        disabled={windows.length >= MAX_WINDOWS}
        onClick={() => onChange([...windows, { start: '00:00', end: '24:00' }])}
      >
        {t('times.add')}
      </Button>
    </fieldset>
  )
}

interface ClosingDaysFieldProps {
  /** The time zone of the site, whose date is offered for new days. */
  zone: string
  /** Whether the schedule is linked to holidays, on which the same times count. */
  isLinked: boolean
  days: readonly ClosingDay[]
  windows: readonly Window[]
  /** Errors by the place of a range. */
  errorOf: (index: number) => string | undefined
  onDays: (days: ClosingDay[]) => void
  onWindows: (windows: Window[]) => void
}

/** Days of one's own on which a site is closed, and when cameras count then. */
export function ClosingDaysField({ zone, isLinked, days, windows, errorOf, onDays, onWindows }: ClosingDaysFieldProps) {
  const { t } = useTranslation('schedules')
  const [today] = useState(() => localDay(new Date(), zone))
  return (
    <section className={css['section']} aria-label={t('closing.title')}>
      <h3 className={css['title']}>{t('closing.title')}</h3>
      <p className={css['hint']}>{t('closing.hint')}</p>
      {days.length > 0 && (
        <ul className={css['list']}>
          {days.map((range, index) => (
            <DayRow
              // Ranges have no identity besides their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              range={range}
              n={index + 1}
              error={errorOf(index)}
              onChange={(next) => onDays(put(days, index, next))}
              onDelete={() => onDays(without(days, index))}
            />
          ))}
        </ul>
      )}
      <Button
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        disabled={days.length >= MAX_RANGES}
        onClick={() => onDays([...days, { from: today, to: today, name: '' }])}
      >
        {t('closing.add')}
      </Button>
      {(isLinked || days.length > 0) && <ClosingWindows windows={windows} onChange={onWindows} />}
    </section>
  )
}
