import { TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** The maximum length of a text, in characters, if the field sets none. */
const DEFAULT_MAX_LENGTH = 524_288

type Native = Omit<TextInputProps, 'value' | 'onChange' | 'error' | 'style' | 'maxLength' | 'required'>

export interface TextFieldProps extends Native {
  value: string
  /** Called on every change, after validation; `valid` is the result. */
  onChange: (value: string, valid: boolean) => void
  required?: boolean
  maxLength?: number
  /** Returns the message of the first rule that the text breaks; undefined for a valid text. */
  validate?: (value: string) => string | undefined
  /** An error from outside the field, e.g. from the server. Shown until the text changes. */
  error?: string | null | undefined
  /** Functions that rewrite the text while the user types (`input`), or when the field is left (`blur`). */
  replace?: { input?: (value: string) => string; blur?: (value: string) => string }
  /** Set by a form (`ui/form`). The form validates the text itself, so the field shows `error` as long as it is set. */
  'data-path'?: string
  /** For texts that are saved one at a time: adds an Update button, and a link that discards the change. */
  update?: { onUpdate: (value: string) => void | Promise<unknown>; busy?: boolean }
}

/** A single-line text field with its label, its rules and its error. Errors of its rules are shown only after the field was touched. */
export function TextField({
  value,
  onChange,
  required,
  maxLength = DEFAULT_MAX_LENGTH,
  validate,
  error,
  replace,
  update,
  onBlur,
  ...props
}: TextFieldProps) {
  const { t } = useTranslation()
  const [touched, setTouched] = useState(false)
  const [answered, setAnswered] = useState<string>()

  const isOfForm = props['data-path'] !== undefined
  const problemOf = (text: string) => (required && text.trim() === '' ? t('validation.textRequired') : validate?.(text))
  const change = (text: string) => {
    const next = replace?.input?.(text) ?? text
    setTouched(true)
    setAnswered(error ?? undefined)
    onChange(next, problemOf(next) === undefined)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setTouched(true)
    const next = replace?.blur?.(value) ?? value
    if (next !== value) onChange(next, problemOf(next) === undefined)
    onBlur?.(event)
  }
  // The error has been removed, so the next one is shown even if it has the same text.
  if (!error && answered !== undefined) setAnswered(undefined)
  const problem = touched && !isOfForm ? problemOf(value) : undefined
  // A server error concerns the text that was sent, so it is hidden after the text has changed.
  const outside = error && (isOfForm || error !== answered) ? error : undefined
  return (
    <div>
      <TextInput
        {...props}
        value={value}
        required={required}
        maxLength={maxLength}
        error={outside ?? problem}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={leave}
      />
      {update && (
        <UpdateRow
          update={update}
          value={value}
          touched={touched}
          invalid={problemOf(value) !== undefined}
          onCancel={() => {
            setTouched(false)
            onChange('', !required)
          }}
        />
      )}
    </div>
  )
}

interface UpdateRowProps {
  update: NonNullable<TextFieldProps['update']>
  value: string
  touched: boolean
  invalid: boolean
  onCancel: () => void
}

function UpdateRow({ update, value, touched, invalid, onCancel }: UpdateRowProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        look="primary"
        loading={update.busy}
        disabled={!touched || invalid}
        onClick={() => void update.onUpdate(value)}
      >
        {t('update')}
      </Button>
      {touched && value !== '' && (
        <Button look="subtle" onClick={onCancel}>
          {t('cancelUpdating')}
        </Button>
      )}
    </>
  )
}
