import { useTranslation } from 'react-i18next'
import { PasswordField } from './password-field.tsx'
import type { PasswordForm } from './use-password-form.ts'

/** A new password and its repetition, with everything they still lack. */
export function NewPasswordFields({ form, focus = false }: { form: PasswordForm; focus?: boolean }) {
  const { t } = useTranslation('common')
  return (
    <>
      <PasswordField
        label={t('newPassword')}
        name="new-password"
        autoComplete="new-password"
        value={form.values.next}
        onChange={(value) => form.set('next', value)}
        error={form.errorOf('next')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- for screens that have no other purpose
        autoFocus={focus}
      />
      <PasswordField
        label={t('confirmPassword')}
        name="confirm-password"
        autoComplete="new-password"
        value={form.values.confirm}
        onChange={(value) => form.set('confirm', value)}
        error={form.errorOf('confirm')}
      />
    </>
  )
}
