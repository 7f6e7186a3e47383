import { useTranslation } from 'react-i18next'
import { formatWeekday } from '../../../lib/formats/dates.ts'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { timeOfDay } from '../model/time-of-day.ts'
import { beginOf, DAY, type EditedWindow, endOf, placeAt, type Weekday } from '../model/week-windows.ts'

/** 1970-01-04 was a Sunday. */
const SUNDAY = Date.UTC(1970, 0, 4)

/** Days and times of windows in words, in the user's language and format. */
export function useWindowText() {
  const { t, i18n } = useTranslation('schedules')
  const { is12h } = useFormats()
  const nameOf = (day: Weekday, weekday: 'long' | 'short') =>
    formatWeekday(new Date(SUNDAY + day * 86_400_000), i18n.language, weekday)
  const time = (minute: number) => timeOfDay(minute, is12h)
  return {
    is12h,
    time,
    /** The name of a day, as `Monday`. */
    day: (day: Weekday) => nameOf(day, 'long'),
    /** The short name of a day, as `Mon`. */
    shortDay: (day: Weekday) => nameOf(day, 'short'),
    /** `22:00–06:00` */
    times: (window: EditedWindow) => `${time(window.start)}–${time(endOf(window))}`,
    /** `Monday 22:00 to Tuesday 06:00` */
    spoken: (window: EditedWindow) => {
      const ends = window.start + window.length > DAY
      const next = placeAt(beginOf(window) + DAY).day
      const [from, to] = [time(window.start), time(endOf(window))]
      const day = nameOf(window.day, 'long')
      return ends
        ? t('grid.windowOver', { day, from, next: nameOf(next, 'long'), to })
        : t('grid.window', { day, from, to })
    },
  }
}
