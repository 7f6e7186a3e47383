import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../button.tsx'
import { DialogCancel } from '../dialog-cancel.tsx'
import { FormActions } from '../form-actions.tsx'
import { FormError } from '../form-error.tsx'
import { useDialogScope } from '../unsaved-changes/dialog-scope.ts'
import type { SchemaForm } from './use-schema-form.ts'

interface FormEndProps<T extends object> {
  form: SchemaForm<T>
  /** What its button says that it does. */
  submit: string
  look?: ButtonProps['look']
  disabled?: boolean
  /** Better words for what the server said. */
  errorText?: string | undefined
  /** What else can be done, before the buttons. */
  start?: ReactNode
  /** What can be done about what came of the last try. */
  children?: ReactNode
}

/** The end of a form: what came of the last try, leaving its dialog, and the button that sends it. */
export function FormEnd<T extends object>({
  form,
  submit,
  look = 'primary',
  disabled = false,
  errorText,
  start,
  children,
}: FormEndProps<T>) {
  const dialog = useDialogScope()
  return (
    <>
      <FormError error={form.error} text={errorText} />
      {children}
      <FormActions start={start}>
        {dialog && <DialogCancel />}
        <Button type="submit" look={look} loading={form.isPending} disabled={disabled}>
          {submit}
        </Button>
      </FormActions>
    </>
  )
}
