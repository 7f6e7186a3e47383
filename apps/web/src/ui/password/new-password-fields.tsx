import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../form/use-schema-form.ts'
import { PasswordField } from './password-field.tsx'
import type { NewPassword } from './use-password-rules.ts'

interface NewPasswordFieldsProps {
  form: Pick<SchemaForm<NewPassword>, 'field'>
  focus?: boolean
}

/** The fields for a new password and its repetition, with all rules that they break. */
export function NewPasswordFields({ form, focus = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation('common')
  return (
    <>
      <PasswordField
        label={t('newPassword')}
        name="new-password"
        autoComplete="new-password"
        {...form.field('next')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- for screens that have no other purpose
        autoFocus={focus}
      />
      <PasswordField
        label={t('confirmPassword')}
        name="confirm-password"
        autoComplete="new-password"
        {...form.field('confirm')}
      />
    </>
  )
}
