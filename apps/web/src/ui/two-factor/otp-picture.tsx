import { useTranslation } from 'react-i18next'
import { CopyButton } from '../copy-button.tsx'
import { ErrorState } from '../error-state.tsx'
import css from './two-factor.module.css'
import type { useOtpSecret } from './use-otp-secret.ts'

/** In groups of four, as people copy letters. */
const grouped = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key

/** The QR code, and its secret in letters for those who cannot scan. */
export function OtpPicture({ secret }: { secret: ReturnType<typeof useOtpSecret> }) {
  const { t } = useTranslation('twoFactor')
  if (secret.isPending) return <div className={css['picture']} aria-busy="true" />
  if (secret.isError) return <ErrorState error={secret.error} onRetry={() => void secret.refetch()} compact />
  const { picture, key } = secret.data
  return (
    <>
      <img className={css['picture']} src={picture} alt={t('setUp.picture')} draggable={false} />
      <div className={css['manual']}>
        <p className={css['note']}>{t('setUp.manual')}</p>
        <div className={css['keyRow']}>
          <code className={css['key']} aria-label={t('setUp.key')}>
            {grouped(key)}
          </code>
          <CopyButton value={key} iconOnly />
        </div>
      </div>
    </>
  )
}
