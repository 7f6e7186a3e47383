import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import css from './two-factor.module.css'

const LENGTH = 6

/** Whether the code has all six digits. */
export const isWhole = (code: string): boolean => code.length === LENGTH

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  /** Users read backup codes from paper, so the browser is not asked to fill them in from a message or an app. */
  kind?: 'otp' | 'backup'
  readOnly?: boolean
  onBlur?: () => void
  /** The name of the field in a form (`ui/form`). */
  'data-path'?: string
}

/** A field for six digits. Spaces and dashes in pasted text are removed. Any other character that is not a digit is refused. */
export function CodeField({ onChange, kind = 'otp', ...input }: CodeFieldProps) {
  const { t } = useTranslation('twoFactor')
  return (
    <TextInput
      label={kind === 'otp' ? t('code') : t('verify.backupTitle')}
      name={kind === 'otp' ? 'one-time-code' : 'backup-code'}
      autoComplete={kind === 'otp' ? 'one-time-code' : 'off'}
      inputMode="numeric"
      size="md"
      classNames={{ input: css['code'] ?? '' }}
      placeholder="000000"
      {...input}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, LENGTH))}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just continued to this step
      autoFocus
      data-autofocus
      errorProps={{ role: 'alert' }}
    />
  )
}
