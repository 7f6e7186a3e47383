import type { Invitation } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import form from '../../ui/form.module.css'

interface InvitationDialogProps {
  invited: { invitation: Invitation | null; email: string } | undefined
  onClose: () => void
}

/** The result of an invitation: it was mailed, its link must be handed over, or neither is possible. */
export function InvitationDialog({ invited, onClose }: InvitationDialogProps) {
  const { t } = useTranslation('users')
  const formats = useFormats()
  const invitation = invited?.invitation
  const outcome = invitation?.link != null ? 'link' : invitation?.mailed ? 'sent' : 'failed'
  return (
    <Dialog opened={invited !== undefined} onClose={onClose} title={t(`invitation.${outcome}Title`)}>
      {invited && invitation && (
        <div className={form['form']}>
          <p className={form['note']}>
            {t(`invitation.${outcome}`, {
              email: invited.email,
              date: formats.dateTime(new Date(invitation.expiresAt), formats.zone, { seconds: false }),
            })}
          </p>
          {invitation.link !== null && (
            <code className={form['copied']} aria-label={t('invitation.linkLabel')}>
              {invitation.link}
            </code>
          )}
          <FormActions start={invitation.link !== null && <CopyButton value={invitation.link} />}>
            <Button look="primary" onClick={onClose} data-autofocus>
              {t('invitation.done')}
            </Button>
          </FormActions>
        </div>
      )}
    </Dialog>
  )
}
