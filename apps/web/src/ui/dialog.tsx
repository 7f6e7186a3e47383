import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../lib/commands/use-commands.ts'
import { useDialogLayer } from './dialog-stack.ts'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'sm' | 'md' | 'lg' | number
  /** Cannot be closed by Escape, a click beside it, or a cross. */
  locked?: boolean
  children: ReactNode
}

/** A dialog. While it is open no hot key of the page beneath works; Escape closes it; focus goes back where it came from. */
export function Dialog({ opened, onClose, title, size = 'md', locked = false, children }: DialogProps) {
  const { t } = useTranslation()
  useCommands('dialog', [], { enabled: opened, exclusive: true })
  const { zIndex, isTop } = useDialogLayer(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      withCloseButton={!locked}
      zIndex={zIndex}
      closeOnEscape={!locked && isTop}
      closeOnClickOutside={!locked}
      // The layer does, for the library asks who had the focus after the first field of a dialog may have taken it.
      returnFocus={false}
      // The library's element would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  )
}
