import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/create-store.ts'
import { Button } from './button.tsx'
import { useDialogScope } from './unsaved-changes/dialog-scope.ts'
import { stateOfDialog, unsavedStore } from './unsaved-changes/unsaved-store.ts'

/**
 * A button that closes the dialog around it, like Escape. Asks about unsaved changes.
 * @param isDone whether the dialog's changes are saved at once, so that closing it cancels nothing
 */
export function DialogCancel({ isDone = false }: { isDone?: boolean }) {
  const { t } = useTranslation()
  const dialog = useDialogScope()
  if (!dialog) throw new Error('There is no dialog to cancel')
  const isSaving = useStore(unsavedStore, () => stateOfDialog(dialog.id).isSaving)
  return (
    <Button onClick={dialog.close} disabled={isSaving}>
      {t(isDone ? 'close' : 'cancel')}
    </Button>
  )
}
