import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session/session.ts'
import { useCaptcha } from '../../captcha/index.ts'
import { FormEnd } from '../../../ui/form/form-end.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { PasswordField } from '../../../ui/password/password-field.tsx'
import settings from '../settings.module.css'

interface PasswordFormProps {
  /** Describes what will happen. */
  body: string
  confirm: string
  danger?: boolean
  /** Throws the server's error about the password. The headers carry a solved captcha, if required. */
  onSubmit: (password: string, headers: Readonly<Record<string, string>>) => void | Promise<void>
}

/** Asks for the password before a user's own second factor is changed. */
export function PasswordForm({ body, confirm, danger = false, onSubmit }: PasswordFormProps) {
  const { t } = useTranslation('twoFactor')
  const { email } = useUser()
  const captcha = useCaptcha()
  const form = useSchemaForm({
    initial: { password: '' },
    rules: ({ password }) => ({ password: password === '' ? '' : undefined }),
    submit: (_body, { password }) => captcha.guard(async (headers) => onSubmit(password, headers)),
  })
  return (
    <>
      <Form form={form}>
        <p className={settings['lead']}>{body}</p>
        {/* Password managers need the user name to find the account of this password. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t('own.password')}
          name="password"
          autoComplete="current-password"
          {...form.field('password')}
          data-autofocus
        />
        <FormEnd form={form} submit={confirm} look={danger ? 'danger' : 'primary'} disabled={!form.isValid} />
      </Form>
      {captcha.dialog}
    </>
  )
}
