import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { NumberField } from '../../../../ui/number-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import css from './device-tests.module.css'

export interface AddressDraft {
  host: string
  /** Null while the field is empty. */
  port: number | null
}

export interface LoginDraft {
  username: string
  password: string
}

interface AddressFieldsProps<T extends AddressDraft> {
  form: SchemaForm<T>
  label: string
  /** Whether the host has the focus first in the dialog around it. */
  isFirst?: boolean
}

/** The host and port of a device. A port out of range is told and not corrected, since the nearest one is as wrong. */
export function AddressFields<T extends AddressDraft>({ form, label, isFirst }: AddressFieldsProps<T>) {
  const { t } = useTranslation('deviceTests')
  const { host, port }: AddressDraft = form.values
  return (
    <div className={css['address']}>
      <TextField
        label={label}
        {...form.field('host')}
        value={host}
        required
        spellCheck={false}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
      />
      <NumberField
        label={t('field.port')}
        size="xs"
        required
        hideControls
        allowDecimal={false}
        {...form.field('port')}
        value={port ?? ''}
        onChange={(next) => form.field('port').onChange(typeof next === 'number' ? next : null)}
      />
    </div>
  )
}

/** The user and password of a device, for a dialog that does not store them. */
export function LoginFields<T extends LoginDraft>({ form }: { form: SchemaForm<T> }) {
  const { t } = useTranslation(['deviceTests', 'common'])
  const { username, password }: LoginDraft = form.values
  return (
    <>
      <TextField label={t('field.username')} {...form.field('username')} value={username} autoComplete="off" />
      <PasswordInput
        size="xs"
        label={t('field.password')}
        description={t('field.passwordHint')}
        {...form.field('password')}
        value={password}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword') }}
      />
    </>
  )
}

/** A login for a body: nothing where no user was typed. */
export const loginOf = ({ username, password }: LoginDraft): Partial<LoginDraft> =>
  username.trim() === '' ? {} : { username, password }

/** A port for a body. The schema refuses an empty one. */
export const portOf = ({ port }: AddressDraft): number => port ?? Number.NaN
