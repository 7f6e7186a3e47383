import { inviteUser, listUsers, type ReplyOf } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { useEmailProblem } from '../../lib/validation/use-email-problem.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { grantBodies, NEW_USER, type UserDraft } from './user-draft.ts'
import { UserFields } from './user-fields.tsx'

interface InviteDialogProps {
  opened: boolean
  companyId: string
  onClose: () => void
  onInvited: (reply: ReplyOf<typeof inviteUser>) => void
}

/** Invites somebody by e-mail. */
export function InviteDialog({ opened, onClose, ...props }: InviteDialogProps) {
  const { t } = useTranslation('users')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('dialog.inviteTitle')} size="lg">
      {opened && <InviteForm {...props} />}
    </Dialog>
  )
}

function InviteForm({ companyId, onInvited }: Pick<InviteDialogProps, 'companyId' | 'onInvited'>) {
  const { t } = useTranslation('users')
  const invite = useOperation(inviteUser, { inlineErrors: true, invalidates: [listUsers], onSuccess: onInvited })
  const emailProblem = useEmailProblem()
  const form = useSchemaForm<UserDraft, typeof inviteUser>({
    initial: NEW_USER,
    operation: inviteUser,
    toBody: (draft) => ({ ...draft, grants: grantBodies(draft) }),
    rules: ({ email }) => ({ email: emailProblem(email) }),
    submit: (body) => invite.mutateAsync({ params: { id: companyId }, body }),
  })
  const isProgram = form.values.userType === 'PROGRAMMATIC_USER'
  return (
    <Form form={form}>
      <UserFields form={form} />
      <FormEnd form={form} submit={t(isProgram ? 'dialog.create' : 'dialog.send')} disabled={!form.isValid} />
    </Form>
  )
}
