import { updateUserOtp } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { useUser } from '../../../lib/session/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { PasswordForm } from './password-form.tsx'
import { useAfterChange } from './use-after-change.ts'

/** Switches the user's own second factor off. */
export function SwitchOffDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('twoFactor')
  const { id } = useUser()
  const afterChange = useAfterChange()
  const switchOff = async (password: string, headers: Readonly<Record<string, string>>) => {
    await callAcrossLogin(updateUserOtp, {
      params: { id },
      body: { field: 'enabled', value: false, password },
      headers,
    })
    showToast({ type: 'success', message: t('own.switchedOff') })
    afterChange()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('own.switchOffTitle')} size="sm">
      {opened && (
        <PasswordForm body={t('own.switchOffBody')} confirm={t('own.switchOff')} danger onSubmit={switchOff} />
      )}
    </Dialog>
  )
}
