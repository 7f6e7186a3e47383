import { type Company, type Invitation, inviteUser, listCompanies } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { useEmailProblem } from '../../lib/validation/use-email-problem.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import css from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'

/** Invites a user as the administrator of a company. */
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
  const { t } = useTranslation('companies')
  const [sent, setSent] = useState<{ invitation: Invitation; email: string }>()
  const emailProblem = useEmailProblem()
  const invite = useOperation(inviteUser, { inlineErrors: true, invalidates: [listCompanies] })
  const form = useSchemaForm({
    initial: { name: '', email: '' },
    operation: inviteUser,
    toBody: (values) => ({ ...values, userType: 'ADMIN_USER' as const }),
    rules: ({ email }) => ({ email: emailProblem(email) }),
    submit: async (body) => {
      const { invitation } = await invite.mutateAsync({ params: { id: company.id }, body })
      if (invitation) setSent({ invitation, email: body.email })
      else onDone()
    },
  })
  if (sent) return <Sent {...sent} onDone={onDone} />
  return (
    <Form form={form}>
      <TextField label={t('admin.name')} {...form.field('name')} required maxLength={100} data-autofocus />
      <TextField
        label={t('admin.email')}
        type="email"
        autoComplete="off"
        {...form.field('email')}
        required
        maxLength={318}
        errorProps={{ role: 'alert' }}
      />
      <FormEnd form={form} submit={t('admin.send')} disabled={!form.isValid} />
    </Form>
  )
}

function Sent({ invitation, email, onDone }: { invitation: Invitation; email: string; onDone: () => void }) {
  const { t } = useTranslation('companies')
  const { link } = invitation
  return (
    <div className={css['form']}>
      <p className={css['note']} role="status">
        {t(link !== null ? 'admin.link' : invitation.mailed ? 'admin.sent' : 'admin.failed', { email })}
      </p>
      {link !== null && (
        <code className={css['copied']} aria-label={t('admin.linkLabel')}>
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
