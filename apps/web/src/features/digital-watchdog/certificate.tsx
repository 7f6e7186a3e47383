import type { VmsCertificate } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../ui/time-text.tsx'
import css from './digital-watchdog.module.css'

/** By what a server is known from now on, and whom it was issued to. */
export function Certificate({ certificate }: { certificate: VmsCertificate }) {
  const { t } = useTranslation('digitalWatchdog')
  const { isTrusted, fingerprint, subject, validTo } = certificate
  return (
    <div className={css['close']}>
      <p className={css['muted']}>{t(isTrusted ? 'server.trusted' : 'server.firstSight')}</p>
      <code className={css['copied']} aria-label={t('server.pinned')}>
        {fingerprint}
      </code>
      <p className={css['muted']}>
        {subject !== '' && t('server.issuedTo', { name: subject })}
        {subject !== '' && validTo && ' · '}
        {validTo && (
          <>
            {t('server.validUntil')} <TimeText at={validTo} show="date" />
          </>
        )}
      </p>
    </div>
  )
}
