import { deleteToken, listTokens, type Token } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin } from '../../lib/query/use-operation.ts'
import { BulkDialog } from '../../ui/list-screen/bulk-dialog.tsx'
import type { Chosen } from '../../ui/list-screen/use-bulk.ts'

/** Asks for confirmation before tokens are revoked, and revokes them one after the other. */
export function RevokeDialog({ chosen, onClose }: { chosen: Chosen<Token> | undefined; onClose: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <BulkDialog
      chosen={chosen}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      title={([first, ...more]) =>
        more.length > 0
          ? t('tokens.revokeManyTitle', { count: more.length + 1 })
          : t('tokens.revokeTitle', { name: first?.name ?? '' })
      }
      confirm={t('tokens.revoke')}
      danger
      run={({ id }) => callAcrossLogin(deleteToken, { params: { id } })}
      invalidates={[listTokens]}
      doneText={(count) => (count > 1 ? t('tokens.revokedMany', { count }) : t('tokens.revoked'))}
      onClose={onClose}
    >
      {t('tokens.revokeBody')}
    </BulkDialog>
  )
}
