import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { inThisWindow } from '../../lib/open-window.ts'
import { ssoShownStore } from '../../lib/session/single-sign-on.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/password/password-field.tsx'
import css from './login.module.css'
import { SsoButton } from './sso-button.tsx'
import { type LoginFormProps, useLoginSteps } from './use-login-steps.ts'

/** Asks for the e-mail first and, if its account logs in by password, for the password. */
export function LoginForm(props: LoginFormProps) {
  const { email: fixedEmail, redirect, depart = () => inThisWindow } = props
  const { t } = useTranslation(['login', 'sso'])
  const { form, step, busy, error, askForPassword, changeEmail, captchaDialog } = useLoginSteps(props)
  const ssoShown = useStore(ssoShownStore)
  const { email, password, keepLoggedIn } = form.values
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
          onChange={(event) => changeEmail(event.currentTarget.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose than this field
          autoFocus={step === 'email'}
          error={step === 'email' && error !== undefined}
        />
        {step === 'password' && (
          <PasswordField
            label={t('password')}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(typed) => form.set('password', typed)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just continued to this step
            autoFocus
            // Otherwise the dialog, which sets the focus a moment later, would focus its first element.
            data-autofocus
            error={error !== undefined}
          />
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
      {/* An account of another company can have an e-mail address of this domain. Such an account still logs in by password. */}
      {fixedEmail !== undefined && step === 'email' && !busy && (
        <Button look="subtle" fullWidth onClick={askForPassword}>
          {t('sso:redirect.password')}
        </Button>
      )}
      {captchaDialog}
    </>
  )
}
