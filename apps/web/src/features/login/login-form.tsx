import { Checkbox, TextInput } from '@mantine/core'
import { checkUserByEmail } from '@winnow/contract'
import { useState } from 'react'
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
import { useCaptcha } from '../captcha/index.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { PasswordField } from '../../ui/password/password-field.tsx'
import css from './login.module.css'
import { SsoButton } from './sso-button.tsx'

interface LoginFormProps {
  /** A fixed e-mail that cannot be changed. */
  email?: string | undefined
  /** The console path to open after a single sign-on. */
  redirect?: string | undefined
  /** How it goes to a directory; called with the click. */
  depart?: () => Departure
  /** Asks for the password, whatever the mail domain says. */
  withPassword?: boolean
  onLoggedIn: () => void
  /** The password was right and a second factor is required: nobody is logged in yet. */
  onSecondStep: (step: SecondStep) => void
}

interface Login {
  email: string
  password: string
  keepLoggedIn: boolean
}

/** Whether the lookup of the login method failed because of the directory, which has a text of its own. */
const isAboutDirectory = (failure: unknown): boolean =>
  failure instanceof RequestError && (failure.code === 'SSO_UNREACHABLE' || failure.code === 'SSO_MISCONFIGURED')

/** Asks for the e-mail first and, if it logs in with one, for the password. */
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
  const [isKnown, setIsKnown] = useState(withPassword && fixedEmail !== undefined)
  const [emailProblem, setEmailProblem] = useState<string>()
  const ssoShown = useStore(ssoShownStore)

  // A fixed e-mail is looked up without a button. Going to its provider still needs one, since there is a page beneath.
  const wayIn = useOperationQuery(
    checkUserByEmail,
    { query: { email: fixedEmail ?? '' } },
    { enabled: fixedEmail !== undefined && !withPassword, staleTime: Number.POSITIVE_INFINITY, quiet: true },
  )
  const step = isKnown || wayIn.data?.isIDMUser === false ? 'password' : 'email'
  const checkText = (failure: unknown) => (isAboutDirectory(failure) ? errorText(failure) : t('checkFailed'))
  const form = useSchemaForm<Login>({
    initial: { email: fixedEmail ?? '', password: '', keepLoggedIn: false },
    rules: ({ email, password }) =>
      step === 'email'
        ? { email: email.trim() === '' ? '' : undefined }
        : { password: password === '' ? '' : undefined },
    isGuarded: false,
    submit: (_body, login) => (step === 'email' ? submitEmail(login) : submitPassword(login)),
  })
  const { email, password, keepLoggedIn } = form.values
  const error = emailProblem ?? refusalText()
  const busy = form.isPending || wayIn.isLoading

  function refusalText(): string | undefined {
    if (form.error) return step === 'email' ? checkText(form.error) : errorText(form.error)
    return wayIn.isError && step === 'email' ? checkText(wayIn.error) : undefined
  }

  async function findWayIn(login: Login) {
    const departure = depart()
    try {
      const query = {
        email: login.email.trim(),
        redirect,
        ...(login.keepLoggedIn ? { keepLoggedIn: login.keepLoggedIn } : {}),
      }
      const { isIDMUser, authUrl } = await captcha.guard((headers) => call(checkUserByEmail, { query, headers }))
      if (authUrl !== null) rememberSso(login.email)
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

  async function submitEmail(login: Login) {
    const problem = checkEmail(login.email)
    setEmailProblem(problem && t(`common:validation.${problem}`))
    if (problem) return
    if (withPassword) setIsKnown(true)
    else await findWayIn(login)
  }

  async function submitPassword(login: Login) {
    const reply = await captcha.guard((headers) => logIn({ ...login, email: login.email.trim() }, headers))
    if (isSecondStep(reply)) onSecondStep(reply)
    else onLoggedIn()
  }

  return (
    <>
      <Form form={form} className={css['form']} describedBy="login-error">
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
            form.set('email', event.currentTarget.value)
            setIsKnown(false)
          }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose than this field
          autoFocus={step === 'email'}
          error={step === 'email' && error !== undefined}
        />
        {step === 'password' && (
          <>
            <PasswordField
              label={t('password')}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(typed) => form.set('password', typed)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step that was just asked for
              autoFocus
              // Otherwise the dialog, which sets the focus a moment later, would focus its first element.
              data-autofocus
              error={error !== undefined}
            />
          </>
        )}
        {(step === 'password' || ssoShown) && <Checkbox label={t('keepLoggedIn')} {...form.tick('keepLoggedIn')} />}
        <Button type="submit" look="primary" size="sm" fullWidth loading={busy} disabled={!form.isValid}>
          {step === 'email' ? t('next') : t('submit')}
        </Button>
        <p id="login-error" role="alert" className={css['error']}>
          {error}
        </p>
      </Form>
      {ssoShown && (
        <SsoButton domain={ssoShown.domain} keepLoggedIn={keepLoggedIn} redirect={redirect} depart={depart} />
      )}
      {/* An account of another company with an address of the domain keeps its password. */}
      {fixedEmail !== undefined && step === 'email' && !busy && (
        <Button look="subtle" fullWidth onClick={() => setIsKnown(true)}>
          {t('sso:redirect.password')}
        </Button>
      )}
      {captcha.dialog}
    </>
  )
}
