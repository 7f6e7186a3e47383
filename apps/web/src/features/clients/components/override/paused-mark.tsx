import { IconPlayerPause } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './override.module.css'

/** The longest delay of a browser's timer, in milliseconds. */
const LONGEST_TIMER_MS = 2_147_483_647

/** Marks a paused node of the tree. It disappears when the pause ends. */
export function PausedMark({ until }: { until: string }) {
  const { t } = useTranslation('clients')
  const [now, setNow] = useState(() => Date.now())
  const left = Date.parse(until) - now
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [left])
  if (left <= 0) return null
  return (
    <span className={css['mark']} title={t('tree.paused')}>
      <IconPlayerPause size={14} aria-hidden="true" />
      <span className="wn-visually-hidden">{t('tree.paused')}</span>
    </span>
  )
}
