import type { SsoTrialResult } from '@winnow/contract'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

export interface TrialResultProps {
  result: SsoTrialResult | 'cancelled'
  domain: string | null
  emails: readonly string[]
}

/** The result of an administrator's trial of the single sign-on, and what to do. */
export function TrialResult({ result, domain, emails }: TrialResultProps) {
  const { t } = useTranslation('sso')
  const works = result === 'ok'
  return (
    <LoginFrame title={t('trial.title')}>
      <h1 className={css['title']}>{t('trial.title')}</h1>
      <p role={works ? 'status' : 'alert'} className={css['done']}>
        {works ? <IconCircleCheck size={20} aria-hidden="true" /> : <IconAlertTriangle size={20} aria-hidden="true" />}
        <span>
          {t(`trial.result.${result}`, { domain: domain ?? '' })}
          {emails.length > 0 && <small>{t('trial.signedInAs', { emails: emails.join(', ') })}</small>}
        </span>
      </p>
      <LinkButton look="primary" to="/cams/settings/{-$tab}" params={{ tab: 'single-sign-on' }}>
        {t('trial.back')}
      </LinkButton>
    </LoginFrame>
  )
}
