import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import css from './clients-screen.module.css'
import { FormActions } from '../../../ui/form-actions.tsx'

interface SecretDialogProps {
  title: string
  label: string
  /** Null while the dialog is closed. */
  secret: string | null
  children: ReactNode
  onClose: () => void
}

/** Shows a secret, which cannot be shown again. Only the dialog's button closes it, so that it is not closed by accident. */
export function SecretDialog({ title, label, secret, children, onClose }: SecretDialogProps) {
  const { t } = useTranslation('clients')
  const [last, setLast] = useState(secret)
  if (secret !== null && secret !== last) setLast(secret)
  const shown = secret ?? last ?? ''
  return (
    <Dialog opened={secret !== null} onClose={onClose} title={title} locked>
      <p className={css['dialogText']}>{children}</p>
      <code className={css['secret']} aria-label={label}>
        {shown}
      </code>
      <FormActions>
        <CopyButton value={shown} />
        <Button
          look="primary"
          onClick={() => {
            setLast(null)
            onClose()
          }}
        >
          {t('secret.done')}
        </Button>
      </FormActions>
    </Dialog>
  )
}
