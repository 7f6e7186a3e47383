import { TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** Longest text a field takes when it does not say. */
const DEFAULT_MAX_LENGTH = 524_288

type Native = Omit<TextInputProps, 'value' | 'onChange' | 'error' | 'style' | 'maxLength' | 'required'>

export interface TextFieldProps extends Native {
  value: string
  /** Called on every change, after validation; `valid` is the result. */
  onChange: (value: string, valid: boolean) => void
  required?: boolean
  maxLength?: number
  /** Message of the first rule the text breaks. */
  validate?: (value: string) => string | undefined
  /** Error from elsewhere, e.g. the server; shown until the text changes. */
  error?: string | null | undefined
  /** Rewrite the text while typing, or when the field is left. */
  replace?: { input?: (value: string) => string; blur?: (value: string) => string }
  /** Given by a form (`ui/form`), which knows itself what is wrong with the text: its `error` stands as long as it is given. */
  'data-path'?: string
  /** For texts that are saved one at a time: adds an Update button, and a link that discards the change. */
  update?: { onUpdate: (value: string) => void | Promise<unknown>; busy?: boolean }
}

/** A line of text with its label, its rules and its error. Errors show once the field was touched, not before. */
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
  // The next error counts as new, even with the same text.
  if (!error && answered !== undefined) setAnswered(undefined)
  const problem = touched && !isOfForm ? problemOf(value) : undefined
  // An error of the server belongs to the text that was sent.
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
