import { IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTimeLeft } from './use-time-left.ts'
import css from './override.module.css'

interface PausedMarkProps {
  until: string
  id?: string
}

/** Marks a paused node of the tree. It disappears when the pause ends. */
export function PausedMark({ until, id }: PausedMarkProps) {
  const { t } = useTranslation('clients')
  if (useTimeLeft(until) === 0) return null
  return (
    <span id={id} className={css['mark']} title={t('tree.paused')}>
      <IconPlayerPause size={14} aria-hidden="true" />
      <span className="wn-visually-hidden">{t('tree.paused')}</span>
    </span>
  )
}
