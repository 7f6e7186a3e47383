import { useTranslation } from 'react-i18next'
import css from './digital-watchdog.module.css'

/** By what a stored server is known. */
export function Pinned({ fingerprint }: { fingerprint: string }) {
  const { t } = useTranslation('digitalWatchdog')
  return (
    <p className={css['muted']}>
      {fingerprint === '' ? (
        t('server.trusted')
      ) : (
        <>
          {t('server.pinned')} <span className={css['code']}>{fingerprint}</span>
        </>
      )}
    </p>
  )
}
