import { deleteToken, listTokens, type Token } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'

/** Asks for confirmation before tokens are revoked. The dialog is open while the list of tokens is not empty. */
export function RevokeDialog({ tokens, onClose }: { tokens: readonly Token[]; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const revoke = useOperation(deleteToken, { invalidates: [listTokens] })
  const count = tokens.length
  const [first] = tokens
  const confirm = async () => {
    // Tokens are revoked one after the other. If one fails, the earlier ones are revoked, and the list shows the remaining ones.
    // oxlint-disable-next-line no-await-in-loop
    for (const { id } of tokens) await revoke.mutateAsync({ params: { id } })
    showToast({ type: 'success', message: count > 1 ? t('tokens.revokedMany', { count }) : t('tokens.revoked') })
  }
  return (
    <ConfirmDialog
      opened={count > 0}
      title={count > 1 ? t('tokens.revokeManyTitle', { count }) : t('tokens.revokeTitle', { name: first?.name ?? '' })}
      confirm={t('tokens.revoke')}
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('tokens.revokeBody')}
    </ConfirmDialog>
  )
}
