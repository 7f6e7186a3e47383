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
  danger?: boolean
  onConfirm: () => void | Promise<unknown>
  onClose: () => void
}

/** Asks before something that matters. It stays open, and the button busy, until the action is done. */
export function ConfirmDialog({ opened, title, children, confirm, danger, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // The common error handler has told; the dialog stays so that one can try again.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={title} locked={busy}>
      <div className={css['body']}>{children}</div>
      <FormActions>
        <Button onClick={onClose} disabled={busy} data-autofocus={danger || undefined}>
          {t('cancel')}
        </Button>
        <Button look={danger ? 'danger' : 'primary'} loading={busy} onClick={() => void run()}>
          {confirm}
        </Button>
      </FormActions>
    </Dialog>
  )
}
