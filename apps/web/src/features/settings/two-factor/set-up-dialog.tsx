import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SetUpSteps } from '../../two-factor/index.ts'
import { useAfterChange } from './use-after-change.ts'

interface SetUpDialogProps {
  opened: boolean
  onClose: () => void
  /** The user's password, if a second factor is replaced. */
  password?: string | undefined
}

/** The set-up in a dialog. Once the backup codes are shown, the dialog cannot be closed by accident. */
export function SetUpDialog({ opened, onClose, password }: SetUpDialogProps) {
  const { t } = useTranslation('twoFactor')
  const { email } = useUser()
  const afterChange = useAfterChange()
  const [confirmed, setConfirmed] = useState(false)
  const close = () => {
    setConfirmed(false)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('setUp.title')} size="sm" locked={confirmed}>
      {opened && (
        <SetUpSteps
          modal
          flow={null}
          skipsRemaining={0}
          email={email}
          password={password}
          onConfirmed={() => {
            setConfirmed(true)
            afterChange()
          }}
          onSkip={async () => undefined}
          onLogout={close}
          onClose={close}
          onDone={close}
        />
      )}
    </Dialog>
  )
}
