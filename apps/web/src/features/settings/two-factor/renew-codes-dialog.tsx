import { renewBackupCodes } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { useUser } from '../../../lib/session/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { BackupCodes } from '../../../ui/two-factor/backup-codes.tsx'
import { PasswordForm } from './password-form.tsx'
import { useAfterChange } from './use-after-change.ts'

/** New backup codes in the place of the earlier ones. Once they are shown it cannot be closed by a slip. */
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
        opened && (
          <PasswordForm body={t('own.renewBody')} confirm={t('own.continue')} onSubmit={renew} onCancel={close} />
        )
      )}
    </Dialog>
  )
}
