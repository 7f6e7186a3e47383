import { IconLockOpen } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTimeLeft } from '../override/use-time-left.ts'
import css from './arming.module.css'

/** Marks a disarmed site of the tree. It disappears when the disarm ends. */
export function DisarmedMark({ until, id }: { until: string; id?: string }) {
  const { t } = useTranslation('schedules')
  if (useTimeLeft(until) === 0) return null
  return (
    <span id={id} className={css['mark']} title={t('arming.status.disarmed')}>
      <IconLockOpen size={14} aria-hidden="true" />
      <span className="wn-visually-hidden">{t('arming.status.disarmed')}</span>
    </span>
  )
}
