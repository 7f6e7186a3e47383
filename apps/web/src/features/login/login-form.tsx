import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../lib/errors/error-handler.ts'
import { logIn } from '../../lib/session/session.ts'
import { checkEmail } from '../../lib/validation/check-email.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import css from './login.module.css'

interface LoginFormProps {
  /** Fills the e-mail in and locks it. */
  email?: string | undefined
  /** Another address may be used after all (not where the session of one user goes on). */
  onLoggedIn: () => void
}

/** The e-mail alone first; then, once it has been checked, the password. */
export function LoginForm({ email: fixedEmail, onLoggedIn }: LoginFormProps) {
  const { t } = useTranslation(['login', 'common'])
  const errorText = useErrorText()
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
  const [keepLoggedIn, setKeepLoggedIn] = useState(false)
  const [step, setStep] = useState<'email' | 'password'>(fixedEmail ? 'password' : 'email')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)

  const submitEmail = () => {
    const problem = checkEmail(email)
    setError(problem && t(`common:validation.${problem}`))
    if (!problem) setStep('password')
  }

  const submitPassword = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await logIn({ email: email.trim(), password, keepLoggedIn })
      onLoggedIn()
    } catch (failure) {
      handleError(failure, { shown: 'inline' })
      setError(errorText(failure))
      // What was typed wrong is ready to be typed over.
      passwordField.current?.select()
    } finally {
      setBusy(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step === 'email') submitEmail()
    else void submitPassword()
  }

  return (
    <form className={css['form']} onSubmit={submit} noValidate aria-describedby="login-error">
      <TextInput
        label={t('email')}
        placeholder={t('emailPlaceholder')}
        type="email"
        name="email"
        autoComplete="username"
        size="sm"
        value={email}
        readOnly={fixedEmail !== undefined}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setStep('email')
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose than this field
        autoFocus={step === 'email'}
        error={step === 'email' && error !== undefined}
      />
      {step === 'password' && (
        <>
          <PasswordInput
            ref={passwordField}
            label={t('password')}
            name="password"
            autoComplete="current-password"
            size="sm"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visible={visible}
            onVisibilityChange={setVisible}
            visibilityToggleButtonProps={{
              'aria-label': visible ? t('common:hidePassword') : t('common:showPassword'),
              tabIndex: 0,
            }}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step that was just asked for
            autoFocus
            error={error !== undefined}
          />
          <Checkbox
            label={t('keepLoggedIn')}
            checked={keepLoggedIn}
            onChange={(event) => setKeepLoggedIn(event.currentTarget.checked)}
          />
        </>
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
  )
}
