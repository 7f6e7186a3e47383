import { useTranslation } from 'react-i18next'
import { CopyButton } from '../copy-button.tsx'
import { ErrorState } from '../error-state.tsx'
import css from './two-factor.module.css'
import type { useOtpSecret } from './use-otp-secret.ts'

/** In groups of four, as people copy letters. */
const grouped = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key

/** As long as a key is, and never seen: what stands below must not jump away from under a pointer when the key comes. */
const ROOM_OF_KEY = 'A'.repeat(32)

/** The QR code, and its secret in letters for those who cannot scan. */
export function OtpPicture({ secret }: { secret: ReturnType<typeof useOtpSecret> }) {
  const { t } = useTranslation('twoFactor')
  if (secret.isError) return <ErrorState error={secret.error} onRetry={() => void secret.refetch()} compact />
  const { data } = secret
  return (
    <>
      {data === undefined ? (
        <div className={css['picture']} aria-busy="true" />
      ) : (
        <img className={css['picture']} src={data.picture} alt={t('setUp.picture')} draggable={false} />
      )}
      <div className={css['manual']} data-waiting={data === undefined || undefined}>
        <p className={css['note']}>{t('setUp.manual')}</p>
        <div className={css['keyRow']}>
          <code className={css['key']} aria-label={data && t('setUp.key')}>
            {grouped(data?.key ?? ROOM_OF_KEY)}
          </code>
          <CopyButton value={data?.key ?? ''} iconOnly />
        </div>
      </div>
    </>
  )
}
