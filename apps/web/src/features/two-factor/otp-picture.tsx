import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import css from './two-factor.module.css'
import type { useOtpSecret } from './use-otp-secret.ts'

/** Splits the secret into groups of four letters, which are easier to copy by hand. */
const grouped = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key

/** An invisible placeholder of a secret's length, so that the layout below does not shift when the secret arrives. */
const ROOM_OF_KEY = 'A'.repeat(32)

/** The QR code, and its secret in letters for users who cannot scan it. */
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
