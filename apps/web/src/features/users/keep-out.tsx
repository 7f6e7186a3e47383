import { deleteUser, updateUser, type User } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DangerRow, DangerZone } from '../../ui/danger-row.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { useDialogScope } from '../../ui/unsaved-changes/dialog-scope.ts'
import { AFTER_CHANGE } from './after-change.ts'

/** Suspends or deletes a user. These actions are separate from the other ones. */
export function KeepOut({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation(['users', 'common'])
  const dialog = useDialogScope()
  const [asked, setAsked] = useState<'suspend' | 'delete'>()
  const change = useOperation(updateUser, { invalidates: AFTER_CHANGE })
  const remove = useOperation(deleteUser, {
    invalidates: AFTER_CHANGE,
    onSuccess: () => {
      showToast({ type: 'success', message: t('actions.deleted') })
      onClose()
    },
  })
  const params = { id: user.id }
  // Tokens belong to the company. The administrator who suspends or deletes their creator decides about each token.
  const tokensStay = user.liveTokens > 0 && ` ${t('actions.tokensStay', { count: user.liveTokens })}`
  return (
    <DangerZone title={t('actions.danger')}>
      {user.status !== 'suspended' && (
        <DangerRow meaning={t('actions.suspendMeaning')}>
          <Button look="danger" onClick={() => setAsked('suspend')}>
            {t('actions.suspend')}
          </Button>
        </DangerRow>
      )}
      <DangerRow meaning={t('actions.deleteMeaning')}>
        <Button look="danger" onClick={() => setAsked('delete')}>
          {t('common:delete')}
        </Button>
      </DangerRow>
      <ConfirmDialog
        opened={asked === 'suspend'}
        title={t('actions.suspendTitle', { name: user.name })}
        confirm={t('actions.suspend')}
        danger
        onConfirm={async () => {
          await change.mutateAsync({ params, body: { suspended: true } })
          showToast({ type: 'success', message: t('actions.suspended') })
          // Closing the dialog does not save the text typed in the form.
          dialog?.close()
        }}
        onClose={() => setAsked(undefined)}
      >
        {t('actions.suspendBody')}
        {tokensStay}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'delete'}
        title={t('actions.deleteTitle', { name: user.name })}
        confirm={t('common:delete')}
        danger
        onConfirm={() => remove.mutateAsync({ params })}
        onClose={() => setAsked(undefined)}
      >
        {t('actions.deleteBody')}
        {tokensStay}
      </ConfirmDialog>
    </DangerZone>
  )
}
