import { renewBackupCodes } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { useUser } from '../../../lib/session/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { BackupCodes } from '../../two-factor/index.ts'
import { PasswordForm } from './password-form.tsx'
import { useAfterChange } from './use-after-change.ts'

/** Replaces the backup codes by new ones. Once the codes are shown, the dialog cannot be closed by accident. */
export function RenewCodesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('twoFactor')
  const { email } = useUser()
  const afterChange = useAfterChange()
  const [codes, setCodes] = useState<string[]>()
  const renew = async (password: string, headers: Readonly<Record<string, string>>) => {
    const made = await callAcrossLogin(renewBackupCodes, { body: { password }, headers })
    setCodes(made.codes)
    afterChange()
  }
  const close = () => {
    setCodes(undefined)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('own.newCodes')} size="sm" locked={codes !== undefined}>
      {codes ? (
        <BackupCodes codes={codes} email={email} onDone={close} />
      ) : (
        opened && <PasswordForm body={t('own.renewBody')} confirm={t('own.continue')} onSubmit={renew} />
      )}
    </Dialog>
  )
}
