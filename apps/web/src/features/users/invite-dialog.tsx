import { inviteUser, listUsers, type ReplyOf } from '@winnow/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorOf } from '../../lib/api/api-errors.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { checkEmail } from '../../lib/validation/check-email.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormError } from '../../ui/form-error.tsx'
import form from '../../ui/form.module.css'
import { grantBodies, NEW_USER } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'

interface InviteDialogProps {
  opened: boolean
  companyId: string
  onClose: () => void
  onInvited: (reply: ReplyOf<typeof inviteUser>) => void
}

/** Invites somebody by e-mail. */
export function InviteDialog({ opened, ...props }: InviteDialogProps) {
  const { t } = useTranslation('users')
  return (
    <Dialog opened={opened} onClose={props.onClose} title={t('dialog.inviteTitle')} size="lg">
      {opened && <InviteForm {...props} />}
    </Dialog>
  )
}

function InviteForm({ companyId, onClose, onInvited }: Omit<InviteDialogProps, 'opened'>) {
  const { t } = useTranslation(['users', 'common'])
  const [draft, setDraft] = useState(NEW_USER)
  const invite = useOperation(inviteUser, { inlineErrors: true, invalidates: [listUsers], onSuccess: onInvited })
  const isProgram = draft.userType === 'PROGRAMMATIC_USER'
  const valid = draft.name.trim() !== '' && checkEmail(draft.email) === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!valid || invite.isPending) return
    const { name, email, userType, extraRoles } = draft
    invite.mutate({
      params: { id: companyId },
      body: { name: name.trim(), email: email.trim(), userType, extraRoles, grants: grantBodies(draft) },
    })
  }
  const emailError = fieldErrorOf(invite.error, 'email')
  return (
    <form className={form['form']} onSubmit={submit} noValidate>
      <UserFields draft={draft} onChange={setDraft} emailError={emailError} />
      <FormError error={emailError === undefined ? invite.error : null} />
      <FormActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button type="submit" look="primary" loading={invite.isPending} disabled={!valid}>
          {t(isProgram ? 'dialog.create' : 'dialog.send')}
        </Button>
      </FormActions>
    </form>
  )
}
