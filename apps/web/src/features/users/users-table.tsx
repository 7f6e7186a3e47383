import type { UserRow } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { HistoryLink } from '../../ui/history-link.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import css from './users.module.css'

/** Who is there, one line each; the name opens the user. */
export function UsersTable({ rows, onEdit }: { rows: readonly UserRow[]; onEdit: (row: UserRow) => void }) {
  const { t } = useTranslation(['users', 'settings', 'audit'])
  const me = useUser()
  return (
    <DataTable
      label={t('list')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'name',
          header: t('name'),
          wrap: true,
          render: (row) => (
            <>
              <TextButton label={t('edit', { name: row.name })} text={row.name} onClick={() => onEdit(row)} />
              {row.id === me.id && <span className={css['you']}> ({t('you')})</span>}
            </>
          ),
        },
        {
          key: 'email',
          header: t('email'),
          render: (row) => (
            <span className={css['cut']} title={row.email}>
              {row.email}
            </span>
          ),
        },
        {
          key: 'role',
          header: t('role'),
          wrap: true,
          width: 180,
          render: (row) => [row.userType, ...row.extraRoles].map((role) => t(`settings:roles.${role}`)).join(', '),
        },
        {
          key: 'status',
          header: t('status'),
          render: (row) => (
            <span className={css['status']} data-status={row.status}>
              {t(`statuses.${row.status}`)}
            </span>
          ),
        },
        {
          key: 'login',
          header: t('lastLogin'),
          render: (row) => (row.lastLoginAt ? <TimeText at={row.lastLoginAt} seconds={false} /> : t('never')),
        },
        {
          key: 'sees',
          header: t('sees'),
          render: (row) => (row.grantCount === null ? t('seesAll') : t('seesNodes', { count: row.grantCount })),
        },
        {
          key: 'twoFactor',
          header: t('twoFactor.column'),
          render: (row) => t(`twoFactor.states.${row.twoFactor}`),
        },
        {
          key: 'history',
          header: <span className="wn-visually-hidden">{t('audit:historyLink')}</span>,
          align: 'right',
          render: (row) => <HistoryLink subject={{ person: row.id }} of={row.name} />,
        },
      ]}
    />
  )
}
