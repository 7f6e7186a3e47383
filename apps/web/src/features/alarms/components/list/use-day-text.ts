import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { relativeDay } from '../../model/relative-day.ts'
import { useMinute } from './use-minute.ts'

/** The day of an instant in words, in the user's zone: “Today, Friday 20 November 2026”. */
export function useDayText(): (at: string) => string {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const now = useMinute()
  return useCallback(
    (at: string) => {
      const date = new Date(at)
      const day = formats.fullDate(date)
      const relation = relativeDay(date, now, formats.zone)
      return relation === 'earlier' ? day : t(relation, { day })
    },
    [t, formats, now],
  )
}
