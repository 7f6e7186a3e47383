import { acceptInvitation, openInvitation, type ReplyOf } from '@winnow/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { call } from '../../lib/api/call.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NewPasswordFields } from '../../ui/password/new-password-fields.tsx'
import { usePasswordRules } from '../../ui/password/use-password-rules.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { ConnectButton } from './connect-button.tsx'
import { LoginFrame } from './login-frame.tsx'
import css from './login.module.css'
import { SubmitWide } from './submit-wide.tsx'

interface AcceptInvitationPageProps {
  /** The token from the link; empty if the address was truncated. */
  token: string
  /** Called with the logged-in user, or with the second step of the login. */
  onAccepted: (reply: ReplyOf<typeof acceptInvitation>) => void
}

const isDead = (error: unknown): boolean => error instanceof RequestError && error.code === 'LINK_INVALID'

/** The page of an invitation's link: shows for whom the invitation is, and asks for a name and a password. */
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
  const accept = useOperation(acceptInvitation, {
    inlineErrors: true,
    onSuccess: (reply) => {
      showToast({ type: 'success', message: t('accept.success') })
      onAccepted(reply)
    },
  })
  const form = useSchemaForm({
    initial: { name: invited.name, next: '', confirm: '' },
    operation: acceptInvitation,
    toBody: ({ name, next }) => ({ token, name, password: next }),
    names: { password: 'next' },
    rules: usePasswordRules(),
    isGuarded: false,
    submit: (body) => accept.mutateAsync({ body }),
  })
  if (isDead(accept.error)) return <Dead />
  if (invited.singleSignOn === 'required')
    return (
      <div className={css['form']}>
        <p className={css['lead']}>{t('sso:connect.invited', { company: invited.companyName })}</p>
        <ConnectButton token={token} />
      </div>
    )
  return (
    <Form form={form} className={css['form']}>
      <p className={css['lead']}>{t('accept.lead', { company: invited.companyName })}</p>
      {invited.singleSignOn === 'offered' && <ConnectButton token={token} />}
      <TextField label={t('email')} value={invited.email} onChange={() => undefined} readOnly autoComplete="username" />
      <TextField label={t('accept.name')} {...form.field('name')} required maxLength={100} autoComplete="name" />
      <NewPasswordFields form={form} focus />
      <SubmitWide form={form}>{t('accept.submit')}</SubmitWide>
    </Form>
  )
}
