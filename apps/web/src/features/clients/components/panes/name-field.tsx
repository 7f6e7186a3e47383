import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'

interface NameFieldProps {
  form: Pick<SchemaForm<{ name: string }>, 'field'>
  label: string
  placeholder?: string
  disabled?: boolean
  isOptional?: boolean
  /** Whether this is the main field, which gets the focus. */
  takesFocus?: boolean
}

/** The name of a client, site, camera or receiver. */
export function NameField({ form, takesFocus, isOptional = false, ...props }: NameFieldProps) {
  return (
    <TextField
      {...props}
      {...form.field('name')}
      required={!isOptional}
      data-autofocus={takesFocus || undefined}
      ref={takesFocus ? focusOnce : undefined}
    />
  )
}

const seen = new WeakSet<HTMLElement>()

/** Focuses the field, except in a dialog: the dialog sets the focus itself, because it must first record the previous focus. */
function focusOnce(input: HTMLInputElement | null) {
  if (!input || seen.has(input) || input.closest('[role=dialog]')) return
  seen.add(input)
  input.focus()
}
