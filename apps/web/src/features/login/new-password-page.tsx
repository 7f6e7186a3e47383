import { newPassword } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { restoreSession } from '../../lib/session/session.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NewPasswordFields } from '../../ui/password/new-password-fields.tsx'
import { usePasswordRules } from '../../ui/password/use-password-rules.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'
import { SubmitWide } from './submit-wide.tsx'

interface NewPasswordPageProps {
  /** The token from the mailed link; empty if the address was truncated. */
  token: string
  onDone: () => void
}

/** The page of the mailed link, which sets a new password. */
export function NewPasswordPage({ token, onDone }: NewPasswordPageProps) {
  const { t } = useTranslation('login')
  const errorText = useErrorText()
  const save = useOperation(newPassword, {
    inlineErrors: true,
    onSuccess: async () => {
      // All sessions of the account have ended, perhaps including this browser's.
      await restoreSession().catch(() => undefined)
      showToast({ type: 'success', message: t('newPassword.success') })
      onDone()
    },
  })
  const form = useSchemaForm({
    initial: { next: '', confirm: '' },
    operation: newPassword,
    toBody: ({ next }) => ({ token, newPassword: next }),
    names: { newPassword: 'next' },
    rules: usePasswordRules(),
    isGuarded: false,
    submit: (body) => save.mutateAsync({ body }),
  })
  const isDead = token === '' || (save.error instanceof RequestError && save.error.code === 'LINK_INVALID')
  return (
    <LoginFrame title={t('newPassword.title')}>
      <h1 className={css['title']}>{t('newPassword.title')}</h1>
      {isDead ? (
        <>
          <p role="alert" className={css['lead']}>
            {save.error ? errorText(save.error) : t('newPassword.noToken')}
          </p>
          <LinkButton size="sm" look="primary" to="/reset-password">
            {t('newPassword.again')}
          </LinkButton>
        </>
      ) : (
        <Form form={form} className={css['form']}>
          <NewPasswordFields form={form} focus />
          <SubmitWide form={form}>{t('newPassword.save')}</SubmitWide>
        </Form>
      )}
      <LinkButton size="sm" to="/login" search={{}}>
        {t('reset.back')}
      </LinkButton>
    </LoginFrame>
  )
}
