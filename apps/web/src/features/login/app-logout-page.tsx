import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

/** Shown while the browser opens the mobile app. Some browsers ask first, and some only follow a link that is tapped. */
export function AppLogoutPage({ appUrl }: { appUrl: string }) {
  const { t } = useTranslation('login')
  return (
    <LoginFrame title={t('appLogout.title')}>
      <h1 className={css['title']}>{t('appLogout.title')}</h1>
      <a className={css['appLink']} href={appUrl}>
        {t('appLogout.open')}
      </a>
      <LinkButton size="sm" to="/login" search={{}}>
        {t('reset.back')}
      </LinkButton>
    </LoginFrame>
  )
}
