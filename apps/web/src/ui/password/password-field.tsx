import { PasswordInput } from '@mantine/core'
import { forwardRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './password-field.module.css'

interface PasswordFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Tells password managers whether to fill in or to make one up. */
  autoComplete: 'current-password' | 'new-password'
  /** Lines of what is wrong, or that something is. */
  error?: string | boolean | undefined
  name?: string
  description?: string
  autoFocus?: boolean
  /** The field of a dialog that gets the focus when it opens. */
  'data-autofocus'?: boolean
}

/** A password that can be shown and hidden; the button is reached by keyboard. */
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
      {...props}
    />
  )
})
