import { NativeSelect, PasswordInput, Switch, TagsInput } from '@mantine/core'
import { findReceiverKind, type ReceiverField } from '@winnow/contract'
import { LOCALE_NAMES, OFFERED } from '@winnow/i18n'
import type { FunctionComponent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ZodType } from 'zod'
import { checkEmail } from '../../../../lib/validation/check-email.ts'
import type { FieldProps } from '../../../../ui/form/use-fields.ts'
import { NumberField } from '../../../../ui/number-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { asHeaders, asLanguage, asText, asTexts, checkUrl, FIELD_VALUES } from '../../model/receiver-values.ts'
import { HeaderFields } from './header-fields.tsx'
import { TableField } from './table-field.tsx'
import { TemplateField } from './template-field.tsx'
import type { ReceiverDraft } from '../../model/receiver-draft.ts'

interface ReceiverFieldInputProps {
  /** The field with its texts. */
  field: Pick<ReceiverField, 'control' | 'optional'> & {
    label: string
    hint: string | undefined
    options: { value: string; label: string }[]
    columns: { name: string; label: string }[]
  }
  /** The field's props from the form, with its error. */
  input: FieldProps
  /** Called with typed text that is not a valid value yet. */
  onUnfinished: (text: string) => void
  /** Whether a secret is stored for this field. */
  isStored: boolean
  /** The form of which it is a field. */
  of: { siteId: string; draft: ReceiverDraft }
  /** Whether the field does not apply to the values of the others. */
  isHidden: boolean
}

type InputProps = Omit<ReceiverFieldInputProps, 'field' | 'isHidden'> & ReceiverFieldInputProps['field']

/** Returns a function for the error of a field's value that the schema does not name well. */
export function useFieldProblem(): (kind: string, field: ReceiverField, value: unknown) => string | undefined {
  const { t } = useTranslation(['clients', 'common'])
  const problemOfSchema = (kind: string, field: ReceiverField, value: unknown): string | undefined => {
    const sent = FIELD_VALUES[field.control].toConfig(value, field)
    if (sent === '' || sent === undefined || sent === null) return undefined
    const shape: Readonly<Record<string, ZodType>> = findReceiverKind(kind)?.config.shape ?? {}
    const issue = shape[field.name]?.safeParse(sent).error?.issues[0]
    if (!issue) return undefined
    const [line] = issue.path
    return typeof line === 'number' ? t('receivers.table.badLine', { line: line + 1 }) : t('receivers.invalid')
  }
  return (kind, field, value) => {
    const { control } = field
    if (control === 'url') {
      const rule = checkUrl(asText(value))
      return rule && t(`receivers.url.${rule}`)
    }
    if (control === 'text' || control === 'secret' || control === 'table') return problemOfSchema(kind, field, value)
    if (control !== 'mail-addresses') return undefined
    const bad = asTexts(value).find((address) => checkEmail(address) !== undefined)
    const rule = bad === undefined ? undefined : checkEmail(bad)
    return rule && `${bad}: ${t(`common:validation.${rule}`)}`
  }
}

function UrlInput({ label, hint, input }: InputProps) {
  return (
    <TextField
      label={label}
      description={hint}
      placeholder="https://"
      {...input}
      value={asText(input.value)}
      required
    />
  )
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

function TextInputOfKind({ label, hint, input, optional }: InputProps) {
  return (
    <TextField
      label={label}
      description={hint}
      {...input}
      value={asText(input.value)}
      required={!optional}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function NumberInputOfKind({ label, hint, input, optional }: InputProps) {
  const { value } = input
  return (
    <NumberField
      size="xs"
      label={label}
      description={hint}
      {...input}
      value={typeof value === 'number' ? value : asText(value)}
      required={!optional}
      min={0}
      allowDecimal={false}
      thousandSeparator={false}
    />
  )
}

function SecretInput({ label, hint, input, isStored, optional }: InputProps) {
  const { t } = useTranslation(['clients', 'common'])
  return (
    <PasswordInput
      size="xs"
      label={label}
      description={isStored ? t('receivers.secretStored') : hint}
      {...input}
      value={asText(input.value)}
      aria-invalid={input.error ? true : undefined}
      required={!isStored && !optional}
      maxLength={1000}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('common:showPassword') }}
    />
  )
}

function ChoiceInput({ label, hint, input, options }: InputProps) {
  return (
    <NativeSelect size="xs" label={label} description={hint} {...input} value={asText(input.value)} data={options} />
  )
}

function TableInput({ label, hint, input, columns }: InputProps) {
  return <TableField label={label} hint={hint} input={input} columns={columns} />
}

function TemplateInput({ label, hint, input, of }: InputProps) {
  return <TemplateField label={label} hint={hint} input={input} {...of} />
}

const INPUTS: Readonly<Record<ReceiverField['control'], FunctionComponent<InputProps>>> = {
  url: UrlInput,
  switch: SwitchInput,
  headers: HeadersInput,
  'mail-addresses': MailAddressesInput,
  language: LanguageInput,
  text: TextInputOfKind,
  number: NumberInputOfKind,
  secret: SecretInput,
  choice: ChoiceInput,
  table: TableInput,
  template: TemplateInput,
}

/** One field of a receiver's settings, by its kind of control. */
export function ReceiverFieldInput({ field, isHidden, ...props }: ReceiverFieldInputProps) {
  const Input = INPUTS[field.control]
  return isHidden ? null : <Input {...field} {...props} />
}
