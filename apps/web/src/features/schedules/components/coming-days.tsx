import type { LinkedHolidays, ScheduleContent } from '@winnow/contract'
import { type ComingDay, toLocalTime } from '@winnow/domain'
import { IconAlertTriangle, IconCalendarOff, IconClock } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { comingOf } from '../model/coming.ts'
import css from './coming-days.module.css'

interface DayProps {
  day: ComingDay
  zone: string
}

function Day({ day, zone }: DayProps) {
  const { t } = useTranslation('schedules')
  const formats = useFormats()
  const time = (at: Date) => formats.time(at, zone, { seconds: false })
  const isMidnight = (at: Date) => toLocalTime(at, zone).endsWith('T00:00')
  const span = ({ start, end }: ComingDay['windows'][number]) =>
    isMidnight(start) && isMidnight(end) ? t('coming.allDay') : `${time(start)}–${time(end)}`
  // Noon of the date in UTC has the same date everywhere.
  const date = formats.fullDate(new Date(`${day.date}T12:00:00Z`), 'UTC')
  const { clockChange, isUnknown, special } = day
  return (
    <li className={css['day']}>
      <span className={css['date']}>{date}</span>
      <span className={css['times']}>
        {day.windows.length === 0 ? t('coming.never') : day.windows.map(span).join(', ')}
      </span>
      {special !== undefined && (
        <span className={css['mark']}>
          <IconCalendarOff size={14} aria-hidden="true" />
          {special}
        </span>
      )}
      {isUnknown && (
        <span className={css['mark']}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          {t('coming.unknown')}
        </span>
      )}
      {clockChange && (
        <span className={css['mark']}>
          <IconClock size={14} aria-hidden="true" />
          {t(clockChange.minutes > 0 ? 'coming.forward' : 'coming.back', {
            minutes: formats.number(Math.abs(clockChange.minutes)),
          })}
        </span>
      )}
    </li>
  )
}

interface ComingDaysProps {
  content: ScheduleContent & { holidays: LinkedHolidays | null }
  zone: string
}

/** The next 14 days of a schedule in the time of its site, with closing days and changes of the clocks. */
export function ComingDays({ content, zone }: ComingDaysProps) {
  const { t } = useTranslation('schedules')
  const formats = useFormats()
  const id = useId()
  const [now] = useState(() => new Date())
  const days = comingOf(content, zone, now)
  if (!days) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={css['title']}>
        {t('coming.title')}
      </h3>
      <p className={css['zone']}>{t('coming.zone', { zone: formats.namedZone(now, zone) })}</p>
      <ol className={css['days']}>
        {days.map((day) => (
          <Day key={day.date} day={day} zone={zone} />
        ))}
      </ol>
    </section>
  )
}
