import { getUser, type Invitation, updateUser, type User, type UserRow } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { may } from '../../lib/permissions/permissions.ts'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { AFTER_CHANGE } from './after-change.ts'
import { KeepOut } from './keep-out.tsx'
import { LoginSection } from './login-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { changesOf, draftOf, rebase, type UserDraft } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'

interface EditDialogProps {
  row: UserRow | undefined
  onClose: () => void
  onInvited: (invitation: Invitation, email: string) => void
}

/** Edits a user's name, role and access. Also suspends, deletes, logs out or invites the user again. */
export function EditDialog({ row, onClose, onInvited }: EditDialogProps) {
  return (
    <Dialog opened={row !== undefined} onClose={onClose} title={row?.name} size="lg">
      {row && <Loaded id={row.id} onClose={onClose} onInvited={onInvited} />}
    </Dialog>
  )
}

function Loaded({ id, onClose, onInvited }: Omit<EditDialogProps, 'row'> & { id: string }) {
  const user = useOperationQuery(getUser, { params: { id } }, { staleTime: 0 })
  if (user.isPending) return <SkeletonRows rows={5} />
  // Keeps the form, and what is typed in it, also when a reload fails.
  if (user.data === undefined) return <ErrorState compact error={user.error} onRetry={() => void user.refetch()} />
  const loadAnew = async () => {
    const { data, isSuccess } = await user.refetch()
    return isSuccess ? data : undefined
  }
  return <EditForm user={user.data} loadAnew={loadAnew} onClose={onClose} onInvited={onInvited} />
}

interface EditFormProps extends Omit<EditDialogProps, 'row'> {
  user: User
  /** Loads the current state of the user. Resolves to undefined if it could not be loaded. */
  loadAnew: () => Promise<User | undefined>
}

function EditForm({ user, loadAnew, onClose, onInvited }: EditFormProps) {
  const { t } = useTranslation(['users', 'common'])
  const me = useUser()
  // The user that the form was filled from. Newer replies do not change it.
  const [loaded, setLoaded] = useState(user)
  const isOwn = user.id === me.id
  const isAbove = user.userType === 'SUPER_USER' && !may(me, 'users.give-any-role')
  const save = useOperation(updateUser, {
    inlineErrors: true,
    invalidates: AFTER_CHANGE,
    onSuccess: () => {
      showToast({ type: 'success', message: t('dialog.saved') })
      onClose()
    },
  })
  const form = useSchemaForm<UserDraft, typeof updateUser>({
    initial: draftOf(loaded),
    operation: updateUser,
    toBody: (draft) => changesOf(draft, loaded),
    rebase,
    isDirty: (draft) => Object.keys(changesOf(draft, loaded)).length > 0,
    submit: (body) =>
      Object.keys(body).length === 0 ? onClose() : save.mutateAsync({ params: { id: user.id }, body }),
  })
  const isOverwriting = form.error instanceof RequestError && form.error.code === 'CONFLICT'
  const [isLoading, setIsLoading] = useState(false)
  const startAnew = async () => {
    setIsLoading(true)
    const now = await loadAnew()
    setIsLoading(false)
    if (now === undefined) return
    // Keeps what was typed while the user was loading.
    setLoaded(now)
    form.clearError()
    // The button that had the focus is removed, so the first field gets the focus.
    form.element.current?.querySelector('input')?.focus()
  }
  const mayManage = !isOwn && !isAbove
  return (
    <Form form={form}>
      {isAbove && <p className={css['note']}>{t('dialog.superOnly')}</p>}
      {isOwn && <p className={css['note']}>{t('dialog.own')}</p>}
      <UserFields form={form} emailLocked roleLocked={!mayManage} />
      {mayManage && <LoginSection user={user} onInvited={onInvited} />}
      {mayManage && <SecondFactorSection user={user} />}
      <FormEnd
        form={form}
        submit={t('common:save')}
        disabled={isAbove || !form.isValid}
        errorText={isOverwriting ? t('dialog.changedMeanwhile') : undefined}
      >
        {isOverwriting && (
          <Button loading={isLoading} onClick={() => void startAnew()}>
            {t('dialog.loadAnew')}
          </Button>
        )}
      </FormEnd>
      {mayManage && <KeepOut user={user} onClose={onClose} />}
    </Form>
  )
}
