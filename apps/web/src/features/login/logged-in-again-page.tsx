import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { tellLoggedIn } from '../../lib/session/login-news.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

/** The last page of a single sign-on in a separate window. It notifies the page that opened the window, and closes the window. */
export function LoggedInAgainPage() {
  const { t } = useTranslation('login')
  useEffect(() => {
    tellLoggedIn()
    window.close()
  }, [])
  return (
    <LoginFrame title={t('again.title')}>
      <h1 className={css['title']}>{t('again.title')}</h1>
      <p className={css['lead']}>{t('again.body')}</p>
      <LinkButton size="sm" to="/">
        {t('again.here')}
      </LinkButton>
    </LoginFrame>
  )
}
