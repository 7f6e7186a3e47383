import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/link-button.tsx'
import { VerifyForm } from '../two-factor/index.ts'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

interface VerifyTwoFactorPageProps {
  kind: 'otp' | 'backup'
  /** The page to open after the login. Links between the two code pages keep it. */
  search: { redirect?: string | undefined }
  onVerified: () => void
  onCancel: () => Promise<void>
}

/** The second step of a login. One page takes the code of the authenticator app, another page takes a backup code. */
export function VerifyTwoFactorPage({ kind, search, onVerified, onCancel }: VerifyTwoFactorPageProps) {
  const { t } = useTranslation('twoFactor')
  const title = kind === 'otp' ? t('verify.title') : t('verify.backupTitle')
  return (
    <LoginFrame title={title}>
      <h1 className={css['title']}>{title}</h1>
      <VerifyForm kind={kind} onVerified={onVerified} onCancel={() => void onCancel()} />
      {kind === 'otp' ? (
        <LinkButton look="subtle" to="/verify-backup" search={search}>
          {t('verify.useBackup')}
        </LinkButton>
      ) : (
        <>
          <LinkButton look="subtle" to="/verify-2fa" search={search}>
            {t('verify.useApp')}
          </LinkButton>
          <p className={css['hint']}>{t('verify.lost')}</p>
        </>
      )}
    </LoginFrame>
  )
}
