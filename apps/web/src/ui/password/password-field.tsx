import { PasswordInput } from '@mantine/core'
import { forwardRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './password-field.module.css'

interface PasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Tells password managers whether to fill in a password or to suggest one. */
  autoComplete: 'current-password' | 'new-password'
  /** Error messages, or whether there is an error. */
  error?: string | boolean | undefined
  name?: string
  description?: string
  autoFocus?: boolean
  /** The field of a dialog with the initial focus. */
  'data-autofocus'?: boolean
}

/** A password field whose content can be shown. The button is reachable by keyboard. */
export const PasswordField = forwardRef<HTMLInputElement, PasswordFieldProps>(function PasswordField(
  { onChange, error, ...props },
  ref,
) {
  const { t } = useTranslation('common')
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      ref={ref}
      size="sm"
      classNames={{ error: css['error'] ?? '' }}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? t('hidePassword') : t('showPassword'),
        tabIndex: 0,
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      // The library sets it on the wrapper, which is not the field.
      aria-invalid={error ? true : undefined}
      {...props}
    />
  )
})
