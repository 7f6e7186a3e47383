import { endUserSessions, type Invitation, resendInvitation, updateUser, type User } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { useDialogScope } from '../../ui/unsaved-changes/dialog-scope.ts'
import { AFTER_CHANGE } from './after-change.ts'
import css from './users.module.css'

interface LoginSectionProps {
  user: User
  onInvited: (invitation: Invitation, email: string) => void
}

/** The actions on a user's login that remove nothing: inviting again, lifting a suspension, ending sessions. */
export function LoginSection({ user, onInvited }: LoginSectionProps) {
  const { t } = useTranslation('users')
  const dialog = useDialogScope()
  const [asked, setAsked] = useState(false)
  const done = (message: string) => {
    showToast({ type: 'success', message })
    // Closing the dialog does not save the text typed in the form.
    dialog?.close()
  }
  const change = useOperation(updateUser, { invalidates: AFTER_CHANGE })
  const logOut = useOperation(endUserSessions)
  const invite = useOperation(resendInvitation, {
    invalidates: AFTER_CHANGE,
    onSuccess: (invitation) => onInvited(invitation, user.email),
  })
  const params = { id: user.id }
  const isSuspended = user.status === 'suspended'
  const isLoggedIn = user.status === 'active' && user.userType !== 'PROGRAMMATIC_USER'
  const isInvited = user.invitedUntil !== null && !isSuspended
  if (!isSuspended && !isLoggedIn && !isInvited) return null
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{t('actions.access')}</legend>
      <div className={css['buttons']}>
        {isSuspended && (
          <Button
            loading={change.isPending}
            onClick={() =>
              change.mutate({ params, body: { suspended: false } }, { onSuccess: () => done(t('actions.reactivated')) })
            }
          >
            {t('actions.reactivate')}
          </Button>
        )}
        {isLoggedIn && <Button onClick={() => setAsked(true)}>{t('actions.logOut')}</Button>}
        {isInvited && (
          <Button loading={invite.isPending} onClick={() => invite.mutate({ params })}>
            {t('invitation.again')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asked}
        title={t('actions.logOutTitle', { name: user.name })}
        confirm={t('actions.logOut')}
        onConfirm={async () => {
          const { ended } = await logOut.mutateAsync({ params })
          done(t('actions.loggedOut', { count: ended }))
        }}
        onClose={() => setAsked(false)}
      >
        {t('actions.logOutBody')}
      </ConfirmDialog>
    </fieldset>
  )
}
