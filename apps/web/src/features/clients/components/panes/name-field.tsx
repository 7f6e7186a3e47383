import { useTranslation } from 'react-i18next'
import { TextField } from '../../../../ui/text-field.tsx'
import { NAME_MAX } from '../../model/name-rules.ts'
import { refusesField } from '../../state/form-errors.ts'

interface NameFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** What the server answered to the last try. */
  error: unknown
  /** A try was made with an empty name. */
  missing?: boolean
  placeholder?: string
  disabled?: boolean
  /** It is what one came to fill in. */
  takesFocus?: boolean
}

/** The name of a client, site or camera, with its rules. */
export function NameField({ label, value, onChange, error, missing, takesFocus, ...props }: NameFieldProps) {
  const { t } = useTranslation(['common', 'errors'])
  return (
    <TextField
      {...props}
      label={label}
      value={value}
      onChange={onChange}
      required
      validate={(text) => (text.trim().length > NAME_MAX ? t('validation.textMax', { n: NAME_MAX }) : undefined)}
      error={
        refusesField(error, 'name')
          ? t('errors:code.NAME_TAKEN')
          : missing && value.trim() === ''
            ? t('validation.textRequired')
            : undefined
      }
      data-autofocus={takesFocus || undefined}
      ref={takesFocus ? focusOnce : undefined}
    />
  )
}

const seen = new WeakSet<HTMLElement>()

/** In a dialog the field waits for the dialog to give it the focus: that first has to remember who had it. */
function focusOnce(input: HTMLInputElement | null) {
  if (!input || seen.has(input) || input.closest('[role=dialog]')) return
  seen.add(input)
  input.focus()
}
