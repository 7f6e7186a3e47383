import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface LoginFieldsProps {
  form: Pick<SchemaForm<{ host: string; port: number | string; username: string; password: string }>, 'field'>
  hostHint: string
  userHint: string
  /** What becomes of a stored password. Undefined: none is stored, so one must be entered. */
  passwordHint: string | undefined
}

/** Where a server is, and who logs in there. */
export function LoginFields({ form, hostHint, userHint, passwordHint }: LoginFieldsProps) {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  return (
    <>
      <TextField
        label={t('server.host')}
        description={hostHint}
        {...form.field('host')}
        required
        maxLength={253}
        data-autofocus
      />
      <NumberField label={t('server.port')} min={1} max={65_535} allowDecimal={false} {...form.field('port')} />
      <TextField
        label={t('server.user')}
        description={userHint}
        {...form.field('username')}
        required
        maxLength={200}
        autoComplete="off"
      />
      <PasswordInput
        label={t('server.password')}
        description={passwordHint}
        {...form.field('password')}
        required={passwordHint === undefined}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword') }}
      />
    </>
  )
}
