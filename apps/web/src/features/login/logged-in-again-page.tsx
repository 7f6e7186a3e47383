import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { tellLoggedIn } from '../../lib/session/login-news.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

/** Where a single sign-on ends that was begun over a page: that page is told and goes on, and this window closes. */
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
