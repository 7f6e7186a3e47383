import { TextInput } from '@mantine/core'
import { resetPassword } from '@winnow/contract'
import { IconMailCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useStore } from '../../lib/create-store.ts'
import { localeStore } from '../../lib/preferences/preferences.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { checkEmail } from '../../lib/validation/check-email.ts'
import { Button } from '../../ui/button.tsx'
import { useCaptcha } from '../../ui/captcha/use-captcha.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

/** Asks for the e-mail to which a link for a new password goes. Whether it has an account is not told. */
export function ResetPasswordPage() {
  const { t } = useTranslation('login')
  const errorText = useErrorText()
  const locale = useStore(localeStore)
  const [email, setEmail] = useState('')
  const captcha = useCaptcha()
  const reset = useOperation(resetPassword, { inlineErrors: true })
  const isValid = checkEmail(email) === undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { email: email.trim(), locale }
    // What it fails with is shown beneath the field.
    if (isValid && !reset.isPending)
      captcha.guard((headers) => reset.mutateAsync({ body, headers })).catch(() => undefined)
  }
  const error = reset.error instanceof RequestError ? reset.error.message : reset.error && errorText(reset.error)
  return (
    <LoginFrame title={t('reset.button')}>
      <h1 className={css['title']}>{t('reset.title')}</h1>
      <form className={css['form']} onSubmit={submit} noValidate>
        <TextInput
          label={t('email')}
          type="email"
          name="email"
          autoComplete="username"
          size="sm"
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            reset.reset()
          }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose than this field
          autoFocus
        />
        <Button type="submit" look="primary" size="sm" fullWidth loading={reset.isPending} disabled={!isValid}>
          {t('reset.button')}
        </Button>
        <p role="alert" className={css['error']}>
          {error}
        </p>
      </form>
      {captcha.dialog}
      <div role="status">
        {reset.isSuccess && (
          <p className={css['done']}>
            <IconMailCheck size={20} stroke={1.5} aria-hidden="true" />
            <span>
              {t('reset.success')}
              <small>{t('reset.successHint')}</small>
            </span>
          </p>
        )}
      </div>
      <LinkButton size="sm" to="/login" search={{}}>
        {t('reset.back')}
      </LinkButton>
    </LoginFrame>
  )
}
