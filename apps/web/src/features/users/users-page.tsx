import { listUsers, type ReplyOf, type inviteUser, type UserRow } from '@winnow/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { UserFilters } from './user-filters.tsx'
import type { UsersSearch } from './users-search.ts'
import { UsersTable } from './users-table.tsx'

const LIMIT = 50

type Invited = ReplyOf<typeof inviteUser>

/** The users of the company: who is there, who they are, and what they may do. */
export function UsersPage() {
  const { t } = useTranslation('users')
  const { companyId } = useUser()
  const search = useSearch({ from: '/cams/account' })
  const navigate = useNavigate({ from: '/cams/account' })
  const [inviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Pick<Invited, 'invitation'> & { email: string }>()
  const [editing, setEditing] = useState<UserRow>()
  const { page = 1, ...filters } = search
  const users = useOperationQuery(
    listUsers,
    { params: { id: companyId }, query: { ...filters, page, limit: LIMIT } },
    { keepPrevious: true },
  )
  const filtered = Object.values(filters).some((value) => value !== undefined)
  const change = (next: UsersSearch) => void navigate({ search: next, replace: true })
  const invite = (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setInviting(true)}>
      {t('invite')}
    </Button>
  )
  return (
    <PageLayout
      title={t('title')}
      variant="wide"
      subtitle={users.data && t('count', { count: users.data.count })}
      actions={invite}
    >
      <UserFilters value={filters} onChange={change} />
      {users.isPending ? (
        <SkeletonRows rows={12} />
      ) : users.isError ? (
        <ErrorState error={users.error} onRetry={() => void users.refetch()} />
      ) : users.data.rows.length === 0 ? (
        <EmptyState
          icon={<IconUsers size={28} stroke={1.5} />}
          title={t(filtered ? 'empty.filtered' : 'empty.title')}
          action={filtered ? <Button onClick={() => change({})}>{t('filter.clear')}</Button> : invite}
        >
          {t(filtered ? 'empty.filteredBody' : 'empty.body')}
        </EmptyState>
      ) : (
        <>
          <UsersTable rows={users.data.rows} onEdit={setEditing} />
          <Pager
            label={t('pages')}
            page={page}
            limit={LIMIT}
            count={users.data.count}
            onPage={(next) => change({ ...filters, page: next })}
          />
        </>
      )}
      <InviteDialog
        opened={inviting}
        companyId={companyId}
        onClose={() => setInviting(false)}
        onInvited={({ user, invitation }) => {
          setInviting(false)
          if (invitation) setInvited({ invitation, email: user.email })
        }}
      />
      <EditDialog
        row={editing}
        onClose={() => setEditing(undefined)}
        onInvited={(invitation, email) => {
          setEditing(undefined)
          setInvited({ invitation, email })
        }}
      />
      <InvitationDialog invited={invited} onClose={() => setInvited(undefined)} />
    </PageLayout>
  )
}
