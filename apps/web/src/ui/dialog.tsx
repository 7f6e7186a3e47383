import { Modal } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../lib/commands/use-commands.ts'
import { useStore } from '../lib/create-store.ts'
import { useDialogLayer } from './dialog-stack.ts'
import { DialogScopeContext } from './unsaved-changes/dialog-scope.ts'
import { askToDiscard } from './unsaved-changes/discard-question.ts'
import { stateOfDialog, unsavedStore } from './unsaved-changes/unsaved-store.ts'
import { useEscape } from './use-escape.ts'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'sm' | 'md' | 'lg' | number
  /** Whether the dialog has no cross and cannot be closed by Escape or a click outside. */
  locked?: boolean
  children: ReactNode
}

/**
 * A dialog. While it is open, no hot keys of the page work. Escape closes it, and on closing the focus returns. If a form in the dialog has
 * unsaved changes (`useUnsavedChanges`), the dialog asks before it calls `onClose`. It does not ask when other code sets `opened` to false,
 * for example after saving.
 */
export function Dialog({ opened, onClose, title, size = 'md', locked = false, children }: DialogProps) {
  const { t } = useTranslation()
  useCommands('dialog', [], { enabled: opened, exclusive: true })
  const { zIndex, isTop } = useDialogLayer(opened)
  const id = useId()
  const isSaving = useStore(unsavedStore, () => stateOfDialog(id).isSaving)
  const close = () => {
    const state = stateOfDialog(id)
    // The dialog shows the result of the save.
    if (state.isSaving) return
    if (state.isDirty) void askToDiscard('close').then((discard) => discard && onClose())
    else onClose()
  }
  useEscape(opened && !locked && isTop, close)
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      withCloseButton={!locked}
      zIndex={zIndex}
      // Otherwise one key press could close two dialogs: a dialog of the library also handles the key that has just opened or uncovered it.
      closeOnEscape={false}
      closeOnClickOutside={!locked}
      // `useDialogLayer` returns the focus. The library records the focused element too late: a field of the dialog may already have it.
      returnFocus={false}
      // The library's header element would be a second banner landmark.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('close'), disabled: isSaving }}
    >
      <DialogScopeContext value={{ id, close }}>{children}</DialogScopeContext>
    </Modal>
  )
}
