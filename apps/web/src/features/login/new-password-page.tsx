import { newPassword } from '@winnow/contract'
import { type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { restoreSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NewPasswordFields } from '../../ui/password/new-password-fields.tsx'
import { usePasswordForm } from '../../ui/password/use-password-form.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

interface NewPasswordPageProps {
  /** Of the mailed link; empty when the address was cut. */
  token: string
  onDone: () => void
}

/** Where the mailed link leads. */
export function NewPasswordPage({ token, onDone }: NewPasswordPageProps) {
  const { t } = useTranslation('login')
  const errorText = useErrorText()
  const form = usePasswordForm({ withOld: false })
  const save = useOperation(newPassword, {
    inlineErrors: true,
    onSuccess: async () => {
      // All sessions of the account ended, maybe the one that is open here.
      await restoreSession().catch(() => undefined)
      showToast({ type: 'success', message: t('newPassword.success') })
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.password !== undefined && !save.isPending) save.mutate({ body: { token, newPassword: form.password } })
  }
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
        <form className={css['form']} onSubmit={submit} noValidate>
          <NewPasswordFields form={form} focus />
          <Button
            type="submit"
            look="primary"
            size="sm"
            fullWidth
            loading={save.isPending}
            disabled={form.password === undefined}
          >
            {t('newPassword.save')}
          </Button>
          <p role="alert" className={css['error']}>
            {save.error && errorText(save.error)}
          </p>
        </form>
      )}
      <LinkButton size="sm" to="/login" search={{}}>
        {t('reset.back')}
      </LinkButton>
    </LoginFrame>
  )
}
