import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../button.tsx'
import { DialogCancel } from '../dialog-cancel.tsx'
import { FormActions } from '../form-actions.tsx'
import { FormError } from '../form-error.tsx'
import { useDialogScope } from '../unsaved-changes/dialog-scope.ts'
import type { SchemaForm } from './use-schema-form.ts'

interface FormEndProps<T extends object> {
  form: SchemaForm<T>
  /** The label of the button that submits the form. */
  submit: string
  look?: ButtonProps['look']
  disabled?: boolean
  /** Clearer texts than the server's messages. */
  errorText?: string | undefined
  /** Whether the dialog around the form also saves other changes, at once, so that its button says "Close" instead of "Cancel". */
  closes?: boolean
  /** Other actions, before the buttons. */
  start?: ReactNode
  /** An action that helps after a failure. */
  children?: ReactNode
}

/** The end of a form: the result of the last attempt, a button to cancel, and the button that submits it. */
export function FormEnd<T extends object>({
  form,
  submit,
  look = 'primary',
  disabled = false,
  errorText,
  closes = false,
  start,
  children,
}: FormEndProps<T>) {
  const dialog = useDialogScope()
  return (
    <>
      <FormError error={form.error} text={errorText} />
      {children}
      <FormActions start={start}>
        {dialog && <DialogCancel isDone={closes} />}
        <Button type="submit" look={look} loading={form.isPending} disabled={disabled}>
          {submit}
        </Button>
      </FormActions>
    </>
  )
}
