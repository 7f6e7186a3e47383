import { changePassword, listSessions } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { useCaptcha } from '../captcha/index.ts'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { NewPasswordFields } from '../../ui/password/new-password-fields.tsx'
import { PasswordField } from '../../ui/password/password-field.tsx'
import { usePasswordRules } from '../../ui/password/use-password-rules.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from './settings.module.css'

/** Changes the user's own password. The fields are the old password, the new one, and the new one repeated. */
export function PasswordTab() {
  const { t } = useTranslation('settings')
  const user = useUser()
  const captcha = useCaptcha()
  const change = useOperation(changePassword, { inlineErrors: true, invalidates: [listSessions] })
  const form = useSchemaForm({
    initial: { old: '', next: '', confirm: '' },
    operation: changePassword,
    toBody: ({ old, next }) => ({ userId: user.id, oldPassword: old, newPassword: next }),
    names: { oldPassword: 'old', newPassword: 'next' },
    rules: usePasswordRules(),
    submit: async (body) => {
      await captcha.guard((headers) => change.mutateAsync({ body, headers }))
      showToast({ type: 'success', message: t('password.changed') })
    },
  })
  return (
    <>
      <Form form={form} className={css['column']}>
        <p className={css['lead']}>{t('password.intro')}</p>
        {/* Password managers need the user name to find the account of this password. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          label={t('password.old')}
          name="old-password"
          autoComplete="current-password"
          {...form.field('old')}
        />
        <NewPasswordFields form={form} />
        <FormEnd form={form} submit={t('password.save')} disabled={!form.isValid} />
      </Form>
      {captcha.dialog}
    </>
  )
}
