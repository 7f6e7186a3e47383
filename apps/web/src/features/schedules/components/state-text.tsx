import type { ScheduleState, SiteSchedule } from '@winnow/contract'
import { IconCircleCheck, IconClockPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import css from './node-schedule.module.css'

interface StateTextProps {
  of: Pick<SiteSchedule, 'tz' | 'templateName'> & { state: ScheduleState }
}

/** Whether a site's cameras or a camera count now, until when in the time of the site, and why. */
export function StateText({ of: { state, tz, templateName } }: StateTextProps) {
  const { t } = useTranslation('schedules')
  const formats = useFormats()
  const { counts, reason, until } = state
  const Icon = counts ? IconCircleCheck : IconClockPause
  const at = until === null ? undefined : new Date(until)
  const time = at && `${formats.dateTime(at, tz, { seconds: false })} ${formats.namedZone(at, tz)}`
  const why = reason === 'schedule' && templateName !== null ? templateName : t(`why.${reason}`)
  const key = counts ? (time ? 'state.countsUntil' : 'state.counts') : time ? 'state.outUntil' : 'state.out'
  return (
    <p className={css['state']} data-counts={counts || undefined}>
      <Icon size={16} aria-hidden="true" />
      <span>{t(key, { time, why })}</span>
    </p>
  )
}
