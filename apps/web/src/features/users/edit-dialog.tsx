import { getUser, type Invitation, updateUser, type User, type UserRow } from '@winnow/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { isType } from '../../lib/permissions/permissions.ts'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormError } from '../../ui/form-error.tsx'
import form from '../../ui/form.module.css'
import { AFTER_CHANGE } from './after-change.ts'
import { KeepOut } from './keep-out.tsx'
import { LoginSection } from './login-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { changesOf, draftOf, rebase } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'

interface EditDialogProps {
  row: UserRow | undefined
  onClose: () => void
  onInvited: (invitation: Invitation, email: string) => void
}

/** A user: name, role, what they see; suspending, deleting, logging out, inviting again. */
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
  // What is typed stays, also when looking again fails.
  if (user.data === undefined) return <ErrorState compact error={user.error} onRetry={() => void user.refetch()} />
  const loadAnew = async () => {
    const { data, isSuccess } = await user.refetch()
    return isSuccess ? data : undefined
  }
  return <EditForm user={user.data} loadAnew={loadAnew} onClose={onClose} onInvited={onInvited} />
}

interface EditFormProps extends Omit<EditDialogProps, 'row'> {
  user: User
  /** The user as they are now; undefined when that could not be found out. */
  loadAnew: () => Promise<User | undefined>
}

function EditForm({ user, loadAnew, onClose, onInvited }: EditFormProps) {
  const { t } = useTranslation(['users', 'common'])
  const me = useUser()
  // What the draft was made from, which stays while newer replies come in.
  const [loaded, setLoaded] = useState(user)
  const [draft, setDraft] = useState(() => draftOf(user))
  const isOwn = user.id === me.id
  const isAbove = user.userType === 'SUPER_USER' && !isType(me, 'SUPER_USER')
  const save = useOperation(updateUser, {
    inlineErrors: true,
    invalidates: AFTER_CHANGE,
    onSuccess: () => {
      showToast({ type: 'success', message: t('dialog.saved') })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.name.trim() === '' || save.isPending) return
    const body = changesOf(draft, loaded)
    if (Object.keys(body).length === 0) onClose()
    else save.mutate({ params: { id: user.id }, body })
  }
  const isOverwriting = save.error instanceof RequestError && save.error.code === 'CONFLICT'
  const fields = useRef<HTMLFormElement>(null)
  const [isLoading, setIsLoading] = useState(false)
  const startAnew = async () => {
    setIsLoading(true)
    const now = await loadAnew()
    setIsLoading(false)
    if (now === undefined) return
    // What was typed while it was loading is kept as well.
    setDraft((typed) => rebase(typed, loaded, now))
    setLoaded(now)
    save.reset()
    // The button that had the focus goes.
    fields.current?.querySelector('input')?.focus()
  }
  return (
    <form ref={fields} className={form['form']} onSubmit={submit} noValidate>
      {isAbove && <p className={form['note']}>{t('dialog.superOnly')}</p>}
      {isOwn && <p className={form['note']}>{t('dialog.own')}</p>}
      <UserFields draft={draft} onChange={setDraft} emailLocked roleLocked={isOwn || isAbove} />
      {!isOwn && !isAbove && <LoginSection user={user} onClose={onClose} onInvited={onInvited} />}
      {!isOwn && !isAbove && <SecondFactorSection user={user} />}
      <FormError error={save.error} text={isOverwriting ? t('dialog.changedMeanwhile') : undefined} />
      {isOverwriting && (
        <Button loading={isLoading} onClick={() => void startAnew()}>
          {t('dialog.loadAnew')}
        </Button>
      )}
      <FormActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="submit" look="primary" loading={save.isPending} disabled={isAbove || draft.name.trim() === ''}>
          {t('common:save')}
        </Button>
      </FormActions>
      {!isOwn && !isAbove && <KeepOut user={user} onClose={onClose} />}
    </form>
  )
}
