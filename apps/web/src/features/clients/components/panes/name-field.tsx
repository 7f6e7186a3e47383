import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'

interface NameFieldProps {
  form: Pick<SchemaForm<{ name: string }>, 'field'>
  label: string
  placeholder?: string
  disabled?: boolean
  /** It is the main field and gets the focus. */
  takesFocus?: boolean
}

/** The name of a client, site, camera or receiver. */
export function NameField({ form, takesFocus, ...props }: NameFieldProps) {
  return (
    <TextField
      {...props}
      {...form.field('name')}
      required
      data-autofocus={takesFocus || undefined}
      ref={takesFocus ? focusOnce : undefined}
    />
  )
}

const seen = new WeakSet<HTMLElement>()

/** In a dialog the focus is set by the dialog, which must first record where it was. */
function focusOnce(input: HTMLInputElement | null) {
  if (!input || seen.has(input) || input.closest('[role=dialog]')) return
  seen.add(input)
  input.focus()
}
