import { IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFreshness } from '../../lib/connection/freshness.ts'
import { useDelayed } from './use-delayed.ts'
import css from './shell.module.css'

/** Warns that the screen may be outdated. An interruption of a few seconds is not shown. */
export function OfflineBanner() {
  const { t } = useTranslation('shell')
  const freshness = useFreshness()
  const interrupted = useDelayed(freshness === 'catching-up', 5000)
  const lost = freshness === 'lost'
  if (!lost && !interrupted) return null
  return (
    <output className={css['banner']}>
      <IconWifiOff size={16} aria-hidden="true" />
      {lost ? (
        <>
          <strong>{t('offline.title')}</strong> {t('offline.body')}
        </>
      ) : (
        t('offline.live')
      )}
    </output>
  )
}
