import { type Company, type Invitation, inviteUser, listCompanies } from '@winnow/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorOf } from '../../lib/api/api-errors.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { checkEmail } from '../../lib/validation/check-email.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormError } from '../../ui/form-error.tsx'
import form from '../../ui/form.module.css'

/** Invites an administrator of a company, who then runs it. */
export function InviteAdmin({ company }: { company: Company }) {
  const { t } = useTranslation('companies')
  const [open, setOpen] = useState(false)
  return (
    <>
      <div>
        <Button onClick={() => setOpen(true)}>{t('admin.open')}</Button>
      </div>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t('admin.title', { company: company.name })}>
        {open && <InviteForm company={company} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function InviteForm({ company, onDone }: { company: Company; onDone: () => void }) {
  const { t } = useTranslation(['companies', 'common'])
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<Invitation>()
  const invite = useOperation(inviteUser, {
    inlineErrors: true,
    invalidates: [listCompanies],
    onSuccess: ({ invitation }) => (invitation ? setSent(invitation) : onDone()),
  })
  if (sent) return <Sent invitation={sent} email={email} onDone={onDone} />
  const emailError = fieldErrorOf(invite.error, 'email')
  const valid = name.trim() !== '' && checkEmail(email) === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!valid || invite.isPending) return
    invite.mutate({
      params: { id: company.id },
      body: { name: name.trim(), email: email.trim(), userType: 'ADMIN_USER' },
    })
  }
  return (
    <form className={form['form']} onSubmit={submit} noValidate>
      <TextField label={t('admin.name')} value={name} onChange={setName} required maxLength={100} data-autofocus />
      <TextField
        label={t('admin.email')}
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        required
        maxLength={318}
        validate={(text) => {
          const rule = checkEmail(text)
          return rule && t(`common:validation.${rule}`)
        }}
        error={emailError}
        errorProps={{ role: 'alert' }}
      />
      <FormError error={emailError === undefined ? invite.error : null} />
      <FormActions>
        <Button onClick={onDone}>{t('common:cancel')}</Button>
        <Button type="submit" look="primary" loading={invite.isPending} disabled={!valid}>
          {t('admin.send')}
        </Button>
      </FormActions>
    </form>
  )
}

function Sent({ invitation, email, onDone }: { invitation: Invitation; email: string; onDone: () => void }) {
  const { t } = useTranslation('companies')
  const { link } = invitation
  return (
    <div className={form['form']}>
      <p className={form['note']} role="status">
        {t(link !== null ? 'admin.link' : invitation.mailed ? 'admin.sent' : 'admin.failed', { email })}
      </p>
      {link !== null && (
        <code className={form['copied']} aria-label={t('admin.linkLabel')}>
          {link}
        </code>
      )}
      <FormActions start={link !== null && <CopyButton value={link} />}>
        <Button look="primary" onClick={onDone}>
          {t('admin.done')}
        </Button>
      </FormActions>
    </div>
  )
}
