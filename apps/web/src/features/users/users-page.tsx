import { listUsers, type ReplyOf, type inviteUser, USER_SORTS, type UserRow } from '@winnow/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin, useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { listControl } from '../../ui/list-screen/list-address.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { everyPage } from '../../ui/list-screen/rows-as-csv.ts'
import { sortIn } from '../../ui/list-screen/sort-rows.ts'
import { PageLayout } from '../../ui/page-layout.tsx'
import { GuideButton } from '../guides/index.ts'
import { InvitationDialog } from './invitation-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { UserFilters } from './user-filters.tsx'
import { useUserBulk } from './use-user-bulk.tsx'
import { useUserColumns } from './use-user-columns.tsx'

const LIMIT = 50
/** The number of users that one request of the export fetches. */
const MOST = 200

type Invited = ReplyOf<typeof inviteUser>

/** The company's users, filtered by the query parameters of the address. */
function UserList({ onEdit, invite }: { onEdit: (row: UserRow) => void; invite: ReactNode }) {
  const { t } = useTranslation('users')
  const params = { id: useUser().companyId }
  const address = useSearch({ from: '/cams/account' })
  const navigate = useNavigate({ from: '/cams/account' })
  const list = listControl(address, (search) => void navigate({ search, replace: true }))
  const { page: _page, sort, ...filters } = address
  const query = { ...filters, sort: sortIn(USER_SORTS, sort) }
  const users = useOperationQuery(
    listUsers,
    { params, query: { ...query, page: list.page, limit: LIMIT } },
    { keepPrevious: true },
  )
  const loadPage = (page: number, signal: AbortSignal) =>
    callAcrossLogin(listUsers, { params, query: { ...query, page, limit: MOST }, signal })
  const { selection, dialog } = useUserBulk()
  return (
    <PageLayout
      title={t('title')}
      variant="wide"
      subtitle={users.data && t('count', { count: users.data.count })}
      actions={
        <>
          {invite}
          <GuideButton page="account" />
        </>
      }
    >
      <ListScreen
        label={t('list')}
        query={users}
        list={list}
        columns={useUserColumns(onEdit)}
        rowKey={(row) => row.id}
        limit={LIMIT}
        sorts={{ columns: USER_SORTS, usual: 'name' }}
        search={t('filter.search')}
        filters={<UserFilters value={address} onChange={list.set} />}
        empty={{
          icon: <IconUsers size={28} stroke={1.5} />,
          title: t('empty.title'),
          body: t('empty.body'),
          action: invite,
        }}
        nothingFound={{ title: t('empty.filtered'), body: t('empty.filteredBody') }}
        columnsOf="users"
        csv={{ file: 'users.csv', load: (watch) => everyPage(loadPage, watch) }}
        selection={selection}
      />
      {dialog}
    </PageLayout>
  )
}

/** The page of the company's users, with their roles and rights. */
export function UsersPage() {
  const { t } = useTranslation('users')
  const { companyId } = useUser()
  const [inviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Pick<Invited, 'invitation'> & { email: string }>()
  const [editing, setEditing] = useState<UserRow>()
  const invite = (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setInviting(true)}>
      {t('invite')}
    </Button>
  )
  return (
    <>
      <UserList onEdit={setEditing} invite={invite} />
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
        onInvited={(invitation, email) => setInvited({ invitation, email })}
      />
      <InvitationDialog invited={invited} onClose={() => setInvited(undefined)} />
    </>
  )
}
