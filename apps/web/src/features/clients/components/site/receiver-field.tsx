import { NativeSelect, Switch, TagsInput } from '@mantine/core'
import type { ReceiverField } from '@winnow/contract'
import { LOCALE_NAMES, OFFERED } from '@winnow/i18n'
import type { FunctionComponent } from 'react'
import { useTranslation } from 'react-i18next'
import { checkEmail } from '../../../../lib/validation/check-email.ts'
import type { FieldProps } from '../../../../ui/form/use-fields.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { asHeaders, asLanguage, asText, asTexts, checkUrl } from '../../model/receiver-values.ts'
import { HeaderFields } from './header-fields.tsx'

interface ReceiverFieldInputProps {
  control: ReceiverField['control']
  label: string
  hint: string | undefined
  /** The field's props from the form, with its error. */
  input: FieldProps
  /** Called with typed text that is not a valid value yet. */
  onUnfinished: (text: string) => void
  /** Whether a secret is stored for this field. */
  isStored: boolean
}

type InputProps = Omit<ReceiverFieldInputProps, 'control'>

/** Returns a function for the error of a control's value that the schema does not detect. */
export function useControlProblem(): (control: ReceiverField['control'], value: unknown) => string | undefined {
  const { t } = useTranslation(['clients', 'common'])
  return (control, value) => {
    if (control === 'url') {
      const rule = checkUrl(asText(value))
      return rule && t(`receivers.url.${rule}`)
    }
    if (control !== 'mail-addresses') return undefined
    const bad = asTexts(value).find((address) => checkEmail(address) !== undefined)
    const rule = bad === undefined ? undefined : checkEmail(bad)
    return rule && `${bad}: ${t(`common:validation.${rule}`)}`
  }
}

function UrlInput({ label, input }: InputProps) {
  return <TextField label={label} placeholder="https://" {...input} value={asText(input.value)} required />
}

function SwitchInput({ label, hint, input: { value, onChange } }: InputProps) {
  return (
    <Switch
      label={label}
      description={hint}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function MailAddressesInput({ label, hint, input, onUnfinished }: InputProps) {
  return (
    <TagsInput
      size="xs"
      label={label}
      description={hint}
      {...input}
      value={asTexts(input.value)}
      onSearchChange={onUnfinished}
      maxTags={50}
      splitChars={[',', ';', ' ', '\n']}
      acceptValueOnBlur
      required
    />
  )
}

function LanguageInput({ label, hint, input }: InputProps) {
  return (
    <NativeSelect
      size="xs"
      label={label}
      description={hint}
      {...input}
      value={asLanguage(input.value)}
      data={OFFERED.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] }))}
    />
  )
}

function HeadersInput({ label, input: { value, onChange }, isStored }: InputProps) {
  return <HeaderFields label={label} headers={asHeaders(value)} areSet={isStored} onChange={onChange} />
}

const INPUTS: Readonly<Record<ReceiverField['control'], FunctionComponent<InputProps>>> = {
  url: UrlInput,
  switch: SwitchInput,
  headers: HeadersInput,
  'mail-addresses': MailAddressesInput,
  language: LanguageInput,
}

/** One field of a receiver's settings, by its kind of control. */
export function ReceiverFieldInput({ control, ...props }: ReceiverFieldInputProps) {
  const Input = INPUTS[control]
  return <Input {...props} />
}
