import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../create-store.ts'
import { dateFormatStore, timezoneStore } from '../preferences/preferences.ts'
import { sessionStore } from '../session/session-store.ts'
import {
  type DateFormat,
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
  const chosenFormat = useStore(dateFormatStore)
  const chosenZone = useStore(timezoneStore)
  const account = useStore(sessionStore, (session) => session.user?.preferences)
  const locale = i18n.language
  const style: DateFormat = chosenFormat ?? account?.dateFormat ?? 'international'
  const zone = chosenZone ?? account?.userTimezone ?? deviceZone()
  return useMemo(
    () => ({
      zone,
      style,
      date: (at: Date, inZone = zone) => formatDate(at, inZone, style),
      time: (at: Date, inZone = zone, options?: { seconds?: boolean }) => formatTime(at, inZone, style, options),
      dateTime: (at: Date, inZone = zone, options?: { seconds?: boolean }) =>
        formatDateTime(at, inZone, style, options),
      /** Hour of the day, 00–23. */
      hour24: (at: Date, inZone = zone) => formatTime(at, inZone, 'international').slice(0, 2),
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
    [t, locale, style, zone],
  )
}

export type Formats = ReturnType<typeof useFormats>
