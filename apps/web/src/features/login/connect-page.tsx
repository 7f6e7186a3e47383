import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/link-button.tsx'
import { ConnectButton } from './connect-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

/**
 * The page of the mailed link to connect an account. It does nothing until the button is pressed, since mail scanners open links, too.
 */
export function ConnectPage({ token }: { token: string }) {
  const { t } = useTranslation('sso')
  return (
    <LoginFrame title={t('connect.title')}>
      <h1 className={css['title']}>{t('connect.title')}</h1>
      {token === '' ? (
        <>
          <p role="alert" className={css['lead']}>
            {t('connect.missing')}
          </p>
          <LinkButton size="sm" look="primary" to="/login" search={{}}>
            {t('redirect.back')}
          </LinkButton>
        </>
      ) : (
        <>
          <p className={css['lead']}>{t('connect.body')}</p>
          <ConnectButton token={token} />
        </>
      )}
    </LoginFrame>
  )
}
