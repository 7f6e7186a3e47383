import { countScheduleStates } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import css from './node-schedule.module.css'

/** How often the numbers are asked for: they change by the clock. */
const REFRESH_MS = 60_000

/** How many cameras count now, how many do not and why, and when that changes next. Nothing while it is not known. */
export function StateSummary() {
  const { t } = useTranslation('schedules')
  const { number, dateTime } = useFormats()
  const { data } = useOperationQuery(countScheduleStates, {}, { quiet: true, refetchInterval: REFRESH_MS })
  if (data === undefined || data.counting + data.outside === 0) return null
  const { counting, outside, reasons, nextChange } = data
  const why = reasons
    .filter(({ counts }) => !counts)
    .map(({ reason, cameras }) => `${t(`why.${reason}`)} (${number(cameras)})`)
  const parts = [
    t('summary.counting', { count: counting, n: number(counting) }),
    ...(outside > 0 ? [t('summary.outside', { count: outside, n: number(outside), why: why.join(', ') })] : []),
    ...(nextChange === null
      ? []
      : [t('summary.next', { time: dateTime(new Date(nextChange), undefined, { seconds: false }) })]),
  ]
  return <p className={css['summary']}>{parts.join(' · ')}</p>
}
