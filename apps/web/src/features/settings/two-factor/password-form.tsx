import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { useCaptcha } from '../../../ui/captcha/use-captcha.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import form from '../../../ui/form.module.css'
import { PasswordField } from '../../../ui/password/password-field.tsx'
import { useAttempt } from '../../../ui/use-attempt.ts'
import settings from '../settings.module.css'

interface PasswordFormProps {
  /** What will happen. */
  body: string
  confirm: string
  danger?: boolean
  /** Throws what the server says of the password. The headers carry a solved captcha, where one was asked for. */
  onSubmit: (password: string, headers: Readonly<Record<string, string>>) => void | Promise<void>
  onCancel: () => void
}

/** Asks for the password before one's own second factor is changed. */
export function PasswordForm({ body, confirm, danger = false, onSubmit, onCancel }: PasswordFormProps) {
  const { t } = useTranslation(['twoFactor', 'common'])
  const { email } = useUser()
  const [password, setPassword] = useState('')
  const captcha = useCaptcha()
  const field = useRef<HTMLInputElement>(null)
  const { busy, refusal, attempt } = useAttempt(field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !busy) void attempt(() => captcha.guard(async (headers) => onSubmit(password, headers)))
  }
  return (
    <>
      <form className={form['form']} onSubmit={submit} noValidate>
        <p className={settings['lead']}>{body}</p>
        {/* Password managers want to know whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          ref={field}
          label={t('own.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          data-autofocus
          error={refusal}
        />
        <FormActions>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} loading={busy} disabled={password === ''}>
            {confirm}
          </Button>
        </FormActions>
      </form>
      {captcha.dialog}
    </>
  )
}
