import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

/** Shown while the code of a single sign-on is exchanged for a session. */
export function CodeLoginPending() {
  const { t } = useTranslation('login')
  return (
    <LoginFrame title={t('title')}>
      <h1 className="wn-visually-hidden">{t('title')}</h1>
      <p role="status" className={css['lead']}>
        {t('code.busy')}
      </p>
    </LoginFrame>
  )
}

/** The code was missing, or did not log anyone in. */
export function CodeLoginFailed({ problem }: { problem: 'none' | 'failed' }) {
  const { t } = useTranslation('login')
  return (
    <LoginFrame title={t('title')}>
      <h1 className="wn-visually-hidden">{t('title')}</h1>
      <p role="alert" className={css['error']}>
        {t(`code.${problem}`)}
      </p>
      <LinkButton look="primary" to="/login" search={{}}>
        {t('reset.back')}
      </LinkButton>
    </LoginFrame>
  )
}
