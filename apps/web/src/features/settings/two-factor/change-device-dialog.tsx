import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordForm } from './password-form.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

/** Replaces the user's device. The user enters the password first. The set-up sends it along, and the server checks it then. */
export function ChangeDeviceDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('twoFactor')
  const [password, setPassword] = useState<string>()
  const close = () => {
    setPassword(undefined)
    onClose()
  }
  if (opened && password !== undefined) return <SetUpDialog opened onClose={close} password={password} />
  return (
    <Dialog opened={opened} onClose={close} title={t('own.change')} size="sm">
      {opened && <PasswordForm body={t('own.changeBody')} confirm={t('own.continue')} onSubmit={setPassword} />}
    </Dialog>
  )
}
