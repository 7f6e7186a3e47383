import { TextInput } from '@mantine/core'
import { resetPassword } from '@winnow/contract'
import { IconMailCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useStore } from '../../lib/create-store.ts'
import { localeStore } from '../../lib/preferences/preferences.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { checkEmail } from '../../lib/validation/check-email.ts'
import { useCaptcha } from '../captcha/index.ts'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'
import { SubmitWide } from './submit-wide.tsx'

/** Asks for the e-mail to which a reset link is sent. Does not reveal whether an account with this e-mail exists. */
export function ResetPasswordPage() {
  const { t } = useTranslation('login')
  const locale = useStore(localeStore)
  const captcha = useCaptcha()
  const reset = useOperation(resetPassword, { inlineErrors: true })
  const form = useSchemaForm({
    initial: { email: '' },
    operation: resetPassword,
    toBody: ({ email }) => ({ email: email.trim(), locale }),
    rules: ({ email }) => ({ email: checkEmail(email) && '' }),
    isGuarded: false,
    submit: (body) => captcha.guard((headers) => reset.mutateAsync({ body, headers })),
  })
  const email = form.field('email')
  return (
    <LoginFrame title={t('reset.button')}>
      <h1 className={css['title']}>{t('reset.title')}</h1>
      <Form form={form} className={css['form']}>
        <TextInput
          label={t('email')}
          type="email"
          name="email"
          autoComplete="username"
          size="sm"
          {...email}
          onChange={(event) => {
            email.onChange(event)
            reset.reset()
            form.clearError()
          }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has no other purpose than this field
          autoFocus
        />
        <SubmitWide form={form} text={form.error instanceof RequestError ? form.error.message : undefined}>
          {t('reset.button')}
        </SubmitWide>
      </Form>
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
