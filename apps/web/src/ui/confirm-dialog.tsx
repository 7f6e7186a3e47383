import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import css from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { FormActions } from './form-actions.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** Verb of the button, e.g. "Delete". */
  confirm: string
  /** The label of the button that closes the dialog, if "Cancel" does not say what the button does. */
  cancel?: string
  danger?: boolean
  /** Whether there is nothing to confirm, for example because it is still counted or there is none. */
  disabled?: boolean
  onConfirm: () => void | Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation. Stays open, with a busy button, until the action is done. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirm,
  cancel,
  danger,
  disabled = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // The common error handler has shown the error; the dialog stays open for another attempt.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={title} locked={busy}>
      <div className={css['body']}>{children}</div>
      <FormActions>
        <Button onClick={onClose} disabled={busy} data-autofocus={danger || undefined}>
          {cancel ?? t('cancel')}
        </Button>
        <Button look={danger ? 'danger' : 'primary'} loading={busy} disabled={disabled} onClick={() => void run()}>
          {confirm}
        </Button>
      </FormActions>
    </Dialog>
  )
}
