import type { createReceiver, Receiver, ReplyOf } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ReceiverForm } from './receiver-form.tsx'

interface ReceiverDialogProps {
  siteId: string
  /** The receiver to change, 'new', or undefined while the dialog is closed. */
  receiver: Receiver | 'new' | undefined
  onClose: () => void
  onSaved: (reply: ReplyOf<typeof createReceiver>) => Promise<void>
}

/** Adds or changes a receiver. */
export function ReceiverDialog({ siteId, receiver, onClose, onSaved }: ReceiverDialogProps) {
  const { t } = useTranslation('clients')
  const existing = typeof receiver === 'object' ? receiver : undefined
  return (
    <Dialog
      opened={receiver !== undefined}
      onClose={onClose}
      size="lg"
      title={existing ? t('receivers.editTitle', { name: existing.name }) : t('receivers.add')}
    >
      {receiver !== undefined && <ReceiverForm siteId={siteId} existing={existing} onSaved={onSaved} />}
    </Dialog>
  )
}
