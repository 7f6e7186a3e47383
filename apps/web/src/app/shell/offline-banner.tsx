import { IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { connectionStore } from '../../lib/api/connection.ts'
import { useStore } from '../../lib/create-store.ts'
import { liveStateStore } from '../../lib/live/live.ts'
import { useDelayed } from './use-delayed.ts'
import css from './shell.module.css'

/** Says when what is on the screen may be out of date. A hiccup of a few seconds is not worth a line. */
export function OfflineBanner() {
  const { t } = useTranslation('shell')
  const lost = useStore(connectionStore, (state) => state === 'lost')
  const interrupted = useDelayed(
    useStore(liveStateStore, (state) => state === 'waiting' || state === 'connecting'),
    5000,
  )
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
