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
  /** Cannot be closed by Escape, a click outside, or a cross. */
  locked?: boolean
  children: ReactNode
}

/**
 * A dialog. While it is open, no hot keys of the page work, Escape closes it, and the focus returns on closing. If a form in it has unsaved
 * changes (`useUnsavedChanges`), it asks before it closes; `onClose` is called after that. Code that closes the dialog by itself, for
 * example after saving, is not asked.
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
      // Otherwise one key press could close two: the library's dialogs also handle a key that has just opened or uncovered them.
      closeOnEscape={false}
      closeOnClickOutside={!locked}
      // `useDialogLayer` does that. The library records the focus after a field of the dialog may have taken it.
      returnFocus={false}
      // The library's header element would be a second banner landmark.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('close'), disabled: isSaving }}
    >
      <DialogScopeContext value={{ id, close }}>{children}</DialogScopeContext>
    </Modal>
  )
}
