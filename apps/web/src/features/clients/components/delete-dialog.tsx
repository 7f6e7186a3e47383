import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { NodeActions, NodeRef } from '../state/use-node-actions.ts'

interface DeleteDialogProps {
  node: NodeRef | undefined
  actions: NodeActions
  onDeleted: (node: NodeRef) => void
  onClose: () => void
}

/** Asks before a node is deleted. After that, alarms of its cameras are refused, and an undo does not restore refused alarms. */
export function DeleteDialog({ node, actions, onDeleted, onClose }: DeleteDialogProps) {
  const { t } = useTranslation(['clients', 'common'])
  const [last, setLast] = useState(node)
  if (node && node !== last) setLast(node)
  // The text must not change during the closing animation.
  const shown = node ?? last
  return (
    <ConfirmDialog
      opened={node !== undefined}
      title={shown ? t(`delete.title.${shown.kind}`, { name: shown.name }) : ''}
      confirm={t('common:delete')}
      danger
      onConfirm={async () => {
        if (!node) return
        await actions.remove(node)
        // Leaves the pane first. Otherwise the pane would show that the node cannot be found.
        onDeleted(node)
        await actions.refresh(node)
      }}
      onClose={onClose}
    >
      {shown && t(`delete.body.${shown.kind}`)}
    </ConfirmDialog>
  )
}
