import { Checkbox, TextInput } from '@mantine/core'
import { checkUserByEmail } from '@winnow/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { call } from '../../lib/api/call.ts'
import { useStore } from '../../lib/create-store.ts'
import { type Departure, inThisWindow } from '../../lib/open-window.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { logIn } from '../../lib/session/session.ts'
import { rememberSso, ssoShownStore } from '../../lib/session/single-sign-on.ts'
import { isSecondStep, type SecondStep } from '../../lib/session/second-step-store.ts'
import { checkEmail } from '../../lib/validation/check-email.ts'
import { Button } from '../../ui/button.tsx'
import { useCaptcha } from '../../ui/captcha/use-captcha.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { PasswordField } from '../../ui/password/password-field.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import css from './login.module.css'
import { SsoButton } from './sso-button.tsx'

interface LoginFormProps {
  /** Fills the e-mail in and locks it. */
  email?: string | undefined
  /** Path of the console to go on to, where the login leaves for a directory. */
  redirect?: string | undefined
  /** How it leaves for a directory; called with the click. */
  depart?: () => Departure
  /** Asks for the password whatever the domain of the e-mail says. */
  withPassword?: boolean
  onLoggedIn: () => void
  /** The password was right, and a second factor is asked for: nobody is logged in yet. */
  onSecondStep: (step: SecondStep) => void
}

/** What went wrong with the question how an e-mail logs in, where there is more to say than that. */
const isAboutDirectory = (failure: unknown): boolean =>
  failure instanceof RequestError && (failure.code === 'SSO_UNREACHABLE' || failure.code === 'SSO_MISCONFIGURED')

/** The e-mail alone first; then, once it is known to log in with one, the password. */
export function LoginForm({
  email: fixedEmail,
  redirect,
  depart = () => inThisWindow,
  withPassword = false,
  onLoggedIn,
  onSecondStep,
}: LoginFormProps) {
  const { t } = useTranslation(['login', 'common', 'sso'])
  const errorText = useErrorText()
  const captcha = useCaptcha()
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const [keepLoggedIn, setKeepLoggedIn] = useState(false)
  const [isKnown, setIsKnown] = useState(withPassword && fixedEmail !== undefined)
  const passwordField = useRef<HTMLInputElement>(null)
  const { busy: sending, refusal, setRefusal, attempt } = useAttempt(passwordField)
  const ssoShown = useStore(ssoShownStore)

  // An address that cannot be changed needs no button to be sent. Leaving for its provider does: a page is beneath.
  const wayIn = useOperationQuery(
    checkUserByEmail,
    { query: { email: fixedEmail ?? '' } },
    { enabled: fixedEmail !== undefined && !withPassword, staleTime: Number.POSITIVE_INFINITY, quiet: true },
  )
  const step = isKnown || wayIn.data?.isIDMUser === false ? 'password' : 'email'
  const checkText = (failure: unknown) => (isAboutDirectory(failure) ? errorText(failure) : t('checkFailed'))
  const error = refusal ?? (wayIn.isError && step === 'email' ? checkText(wayIn.error) : undefined)
  const busy = sending || wayIn.isLoading

  const findWayIn = async () => {
    const departure = depart()
    try {
      const query = { email: email.trim(), redirect, ...(keepLoggedIn ? { keepLoggedIn } : {}) }
      const { isIDMUser, authUrl } = await call(checkUserByEmail, { query })
      if (authUrl !== null) rememberSso(email)
      if (isIDMUser && authUrl !== null) {
        departure.go(authUrl)
      } else {
        departure.cancel()
        setIsKnown(true)
      }
    } catch (failure) {
      departure.cancel()
      throw failure
    }
  }

  const submitEmail = async () => {
    const problem = checkEmail(email)
    setRefusal(problem && t(`common:validation.${problem}`))
    if (problem) return
    if (withPassword) setIsKnown(true)
    else await attempt(findWayIn, checkText)
  }

  const submitPassword = async () => {
    const reply = await captcha.guard((headers) => logIn({ email: email.trim(), password, keepLoggedIn }, headers))
    if (isSecondStep(reply)) onSecondStep(reply)
    else onLoggedIn()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    void (step === 'email' ? submitEmail() : attempt(submitPassword))
  }

  return (
    <>
      <form className={css['form']} onSubmit={submit} noValidate aria-describedby="login-error">
        <TextInput
          label={t('email')}
          placeholder={t('emailPlaceholder')}
          type="email"
          name="email"
          autoComplete="username"
          size="sm"
          value={email}
          readOnly={fixedEmail !== undefined || (busy && step === 'email')}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setIsKnown(false)
          }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose than this field
          autoFocus={step === 'email'}
          error={step === 'email' && error !== undefined}
        />
        {step === 'password' && (
          <>
            <PasswordField
              ref={passwordField}
              label={t('password')}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step that was just asked for
              autoFocus
              // Or a dialog's focus, which comes a moment later, goes to whatever is first in it.
              data-autofocus
              error={error !== undefined}
            />
          </>
        )}
        {(step === 'password' || ssoShown) && (
          <Checkbox
            label={t('keepLoggedIn')}
            checked={keepLoggedIn}
            onChange={(event) => setKeepLoggedIn(event.currentTarget.checked)}
          />
        )}
        <Button
          type="submit"
          look="primary"
          size="sm"
          fullWidth
          loading={busy}
          disabled={step === 'email' ? email.trim() === '' : password === ''}
        >
          {step === 'email' ? t('next') : t('submit')}
        </Button>
        <p id="login-error" role="alert" className={css['error']}>
          {error}
        </p>
      </form>
      {ssoShown && (
        <SsoButton domain={ssoShown.domain} keepLoggedIn={keepLoggedIn} redirect={redirect} depart={depart} />
      )}
      {/* An account of another company with an address of the domain: its password stays right. */}
      {fixedEmail !== undefined && step === 'email' && !busy && (
        <Button look="subtle" fullWidth onClick={() => setIsKnown(true)}>
          {t('sso:redirect.password')}
        </Button>
      )}
      {captcha.dialog}
    </>
  )
}
