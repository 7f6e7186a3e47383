import { acceptInvitation, openInvitation, type ReplyOf } from '@winnow/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { call } from '../../lib/api/call.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NewPasswordFields } from '../../ui/password/new-password-fields.tsx'
import { usePasswordForm } from '../../ui/password/use-password-form.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { ConnectButton } from './connect-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'

interface AcceptInvitationPageProps {
  /** Of the link; empty when the address was cut. */
  token: string
  /** With who is logged in now, or what the login still waits for. */
  onAccepted: (reply: ReplyOf<typeof acceptInvitation>) => void
}

const isDead = (error: unknown): boolean => error instanceof RequestError && error.code === 'LINK_INVALID'

/** Where an invitation leads: whose it is, a name and a password. */
export function AcceptInvitationPage({ token, onAccepted }: AcceptInvitationPageProps) {
  const { t } = useTranslation('users')
  const invitation = useQuery({
    queryKey: [openInvitation.id, token],
    queryFn: () => call(openInvitation, { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <LoginFrame title={t('accept.title')}>
      <h1 className={css['title']}>{t('accept.title')}</h1>
      {token === '' || isDead(invitation.error) ? (
        <Dead />
      ) : invitation.isPending ? (
        <SkeletonRows rows={5} />
      ) : invitation.isError ? (
        <ErrorState compact error={invitation.error} onRetry={() => void invitation.refetch()} />
      ) : (
        <AcceptForm token={token} invited={invitation.data} onAccepted={onAccepted} />
      )}
    </LoginFrame>
  )
}

function Dead() {
  const { t } = useTranslation('users')
  return (
    <>
      <p role="alert" className={css['lead']}>
        {t('accept.dead')}
      </p>
      <LinkButton size="sm" look="primary" to="/login" search={{}}>
        {t('accept.login')}
      </LinkButton>
    </>
  )
}

interface AcceptFormProps extends AcceptInvitationPageProps {
  invited: ReplyOf<typeof openInvitation>
}

function AcceptForm({ token, invited, onAccepted }: AcceptFormProps) {
  const { t } = useTranslation(['users', 'sso'])
  const errorText = useErrorText()
  const [name, setName] = useState(invited.name)
  const form = usePasswordForm({ withOld: false })
  const accept = useOperation(acceptInvitation, {
    inlineErrors: true,
    onSuccess: (reply) => {
      showToast({ type: 'success', message: t('accept.success') })
      onAccepted(reply)
    },
  })
  const ready = name.trim() !== '' && form.password !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.password === undefined || !ready || accept.isPending) return
    accept.mutate({ body: { token, name: name.trim(), password: form.password } })
  }
  if (isDead(accept.error)) return <Dead />
  if (invited.singleSignOn === 'required')
    return (
      <div className={css['form']}>
        <p className={css['lead']}>{t('sso:connect.invited', { company: invited.companyName })}</p>
        <ConnectButton token={token} />
      </div>
    )
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <p className={css['lead']}>{t('accept.lead', { company: invited.companyName })}</p>
      {invited.singleSignOn === 'offered' && <ConnectButton token={token} />}
      <TextField label={t('email')} value={invited.email} onChange={() => undefined} readOnly autoComplete="username" />
      <TextField
        label={t('accept.name')}
        value={name}
        onChange={setName}
        required
        maxLength={100}
        autoComplete="name"
      />
      <NewPasswordFields form={form} focus />
      <Button type="submit" look="primary" size="sm" fullWidth loading={accept.isPending} disabled={!ready}>
        {t('accept.submit')}
      </Button>
      <p role="alert" className={css['error']}>
        {accept.error && errorText(accept.error)}
      </p>
    </form>
  )
}
