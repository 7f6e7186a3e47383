import { TextInput } from '@mantine/core'
import { forwardRef } from 'react'
import { useTranslation } from 'react-i18next'
import css from './two-factor.module.css'

const LENGTH = 6

/** Whether all six digits are there. */
export const isWhole = (code: string): boolean => code.length === LENGTH

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  /** Backup codes are of paper: nothing to be filled in from a message or an app. */
  kind?: 'otp' | 'backup'
  readOnly?: boolean
}

/** Six digits. Spaces and dashes of what is pasted are left out; everything else but digits is refused. */
export const CodeField = forwardRef<HTMLInputElement, CodeFieldProps>(function CodeField(
  { value, onChange, error, kind = 'otp', readOnly },
  ref,
) {
  const { t } = useTranslation('twoFactor')
  return (
    <TextInput
      ref={ref}
      label={kind === 'otp' ? t('code') : t('verify.backupTitle')}
      name={kind === 'otp' ? 'one-time-code' : 'backup-code'}
      autoComplete={kind === 'otp' ? 'one-time-code' : 'off'}
      inputMode="numeric"
      size="md"
      classNames={{ input: css['code'] ?? '' }}
      placeholder="000000"
      value={value}
      readOnly={readOnly}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, LENGTH))}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step that was just asked for
      autoFocus
      data-autofocus
      error={error}
      errorProps={{ role: 'alert' }}
    />
  )
})
