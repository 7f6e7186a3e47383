import { impersonate, searchUsers } from '@winnow/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { sendBeforeLeaving } from '../../lib/session/before-leaving.ts'
import { switchUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { mayEndSession } from '../../ui/unsaved-changes/discard-question.ts'
import form from '../../ui/form.module.css'
import css from './companies.module.css'

const TYPING_MS = 250

/** Finds a user by e-mail and continues as them (impersonation). */
export function LoginAsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('companies')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('loginAs.title')} size="lg">
      {opened && <Finder />}
    </Dialog>
  )
}

function Finder() {
  const { t } = useTranslation('companies')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [email] = useDebouncedValue(text.trim(), TYPING_MS)
  const users = useOperationQuery(
    searchUsers,
    { query: { email, limit: 10 } },
    { enabled: email !== '', keepPrevious: true },
  )
  const start = useOperation(impersonate, {
    before: sendBeforeLeaving,
    onSuccess: async (user) => {
      switchUser(queries, user)
      await navigate({ to: '/', replace: true })
    },
  })
  const goOnAs = async (chosen: string) => {
    if (await mayEndSession()) start.mutate({ body: { email: chosen } })
  }
  return (
    <div className={form['form']}>
      <p className={form['note']}>{t('loginAs.body')}</p>
      <TextField label={t('loginAs.search')} type="search" value={text} onChange={setText} data-autofocus />
      {users.isError ? (
        <ErrorState compact error={users.error} onRetry={() => void users.refetch()} />
      ) : email === '' ? (
        <p className={form['note']}>{t('loginAs.type')}</p>
      ) : users.data?.rows.length === 0 ? (
        <p className={form['note']} role="status">
          {t('loginAs.empty')}
        </p>
      ) : (
        <ul className={css['found']}>
          {users.data?.rows.map((user) => (
            <li key={user.id}>
              <span className={css['person']}>
                {user.name}
                <small>
                  {user.email} · {user.companyName}
                </small>
              </span>
              {user.userType === 'SUPER_USER' ? (
                <span className={form['note']}>{t('loginAs.super')}</span>
              ) : (
                <Button
                  loading={start.isPending && start.variables.body.email === user.email}
                  disabled={user.status === 'suspended' || user.userType === 'PROGRAMMATIC_USER'}
                  onClick={() => void goOnAs(user.email)}
                >
                  {t('loginAs.start', { name: user.name })}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
