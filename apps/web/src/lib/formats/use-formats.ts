import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../preferences/user-preferences.ts'
import {
  deviceZone,
  formatDate,
  formatDateTime,
  formatFullDate,
  formatLongDate,
  formatTime,
  zoneName,
} from './dates.ts'
import { bytesIn, durationIn, formatNumber, formatShare } from './numbers.ts'

const UNITS = {
  bytes: 'unit.bytes',
  kilobytes: 'unit.kilobytes',
  megabytes: 'unit.megabytes',
  gigabytes: 'unit.gigabytes',
  terabytes: 'unit.terabytes',
  milliseconds: 'unit.milliseconds',
  seconds: 'unit.seconds',
  minutes: 'unit.minutes',
  hours: 'unit.hours',
  days: 'unit.days',
} as const

/** Formats dates, numbers, bytes and durations by the user's preferences. Every date function takes a zone; `zone` is the user's own. */
export function useFormats() {
  const { t, i18n } = useTranslation()
  const format = usePreference('dateFormat')
  const is12h = usePreference('is12h')
  const chosenZone = usePreference('userTimezone')
  const locale = i18n.language
  const zone = chosenZone ?? deviceZone()
  return useMemo(
    () => ({
      zone,
      format,
      is12h,
      date: (at: Date, inZone = zone) => formatDate(at, inZone, format),
      /** A day without a time of day, as `2026-11-20`: it is the same date in every zone. */
      day: (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC', format),
      time: (at: Date, inZone = zone, options?: { seconds?: boolean }) => formatTime(at, inZone, is12h, options),
      dateTime: (at: Date, inZone = zone, options?: { seconds?: boolean }) =>
        formatDateTime(at, inZone, { format, is12h }, options),
      /** Hour of the day, 00–23. */
      hour24: (at: Date, inZone = zone) => formatTime(at, inZone, false).slice(0, 2),
      longDate: (at: Date, inZone = zone) => formatLongDate(at, inZone, locale),
      fullDate: (at: Date, inZone = zone) => formatFullDate(at, inZone, locale),
      zoneName: (at: Date, inZone = zone) => zoneName(at, inZone, locale),
      /** Short and full name of a zone, e.g. `BST (Europe/London)`. */
      namedZone(at: Date, inZone = zone) {
        const short = zoneName(at, inZone, locale)
        return short === inZone ? short : `${short} (${inZone})`
      },
      number: (value: number, digits?: number) => formatNumber(value, locale, digits),
      share: (value: number) => formatShare(value, locale),
      bytes(value: number) {
        const { value: n, unit } = bytesIn(value)
        return t(UNITS[unit], { n: formatNumber(n, locale, 1) })
      },
      duration(milliseconds: number) {
        const { value: n, unit } = durationIn(milliseconds)
        return t(UNITS[unit], { n: formatNumber(n, locale, 1) })
      },
    }),
    [t, locale, format, is12h, zone],
  )
}

export type Formats = ReturnType<typeof useFormats>
