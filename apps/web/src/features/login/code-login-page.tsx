import type { ErrorCode } from '@winnow/contract'
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

/** The problem of a login by code: an error of the directory (`cancelled`, `refused`) or of the server, or a missing code (`none`). */
export type CodeLoginProblem = 'none' | 'failed' | 'cancelled' | 'refused' | ErrorCode

/** Errors that have their own text, since users can solve them. Other errors get the general sentence of the specification. */
const TOLD = [
  'LINK_INVALID',
  'SSO_MISCONFIGURED',
  'SSO_WRONG_TENANT',
  'SSO_NOT_CONNECTED',
  'SSO_OTHER_ACCOUNT',
  'SSO_UNREACHABLE',
  'ACCOUNT_DISABLED',
  'RATE_LIMITED',
] as const
type Told = (typeof TOLD)[number]
const isTold = (problem: CodeLoginProblem): problem is Told => TOLD.some((code) => code === problem)

interface CodeLoginFailedProps {
  problem: CodeLoginProblem
  /** The console path to open after another kind of login. */
  redirect: string | undefined
}

/** Shown when the code was missing, or when no user was logged in with it. */
export function CodeLoginFailed({ problem, redirect }: CodeLoginFailedProps) {
  const { t } = useTranslation(['login', 'sso', 'errors'])
  const text = () => {
    if (problem === 'none') return t('code.none')
    if (problem === 'cancelled' || problem === 'refused') return t(`sso:redirect.${problem}`)
    return isTold(problem) ? t(`errors:code.${problem}`) : t('code.failed')
  }
  return (
    <LoginFrame title={t('title')}>
      <h1 className="wn-visually-hidden">{t('title')}</h1>
      <p role="alert" className={css['error']}>
        {text()}
      </p>
      <LinkButton size="sm" look="primary" to="/login" search={{ redirect }}>
        {t('reset.back')}
      </LinkButton>
      {/* An e-mail address of the domain may belong to an account of another company. The directory cannot log that account in. */}
      <LinkButton look="subtle" to="/login" search={{ way: 'password', redirect }}>
        {t('sso:redirect.password')}
      </LinkButton>
    </LoginFrame>
  )
}
