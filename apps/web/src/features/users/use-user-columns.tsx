import type { UserRow } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { HistoryLink } from '../../ui/history-link.tsx'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import css from './users.module.css'

/** The cells that contain more than text. */
function useUserCells(onEdit: (row: UserRow) => void) {
  const { t } = useTranslation('users')
  const me = useUser()
  return {
    name: (row: UserRow) => (
      <>
        <TextButton label={t('edit', { name: row.name })} text={row.name} onClick={() => onEdit(row)} />
        {row.id === me.id && <span className={css['you']}> ({t('you')})</span>}
      </>
    ),
    email: (row: UserRow) => (
      <span className={css['cut']} title={row.email}>
        {row.email}
      </span>
    ),
    status: (row: UserRow) => (
      <span className={css['status']} data-status={row.status}>
        {t(`statuses.${row.status}`)}
      </span>
    ),
  }
}

/** The columns of the list of users. A click on the name opens the user. */
export function useUserColumns(onEdit: (row: UserRow) => void): ListColumn<UserRow>[] {
  const { t } = useTranslation(['users', 'settings', 'audit'])
  const cells = useUserCells(onEdit)
  /** A column with the same text in the list and in the exported file. */
  const plain = (key: string, name: string, text: (row: UserRow) => string): ListColumn<UserRow> => ({
    key,
    name,
    text,
    render: text,
  })
  const roles = (row: UserRow) =>
    [row.userType, ...row.extraRoles].map((role) => t(`settings:roles.${role}`)).join(', ')
  return [
    { key: 'name', name: t('name'), fixed: true, wrap: true, render: cells.name, text: (row) => row.name },
    { key: 'email', name: t('email'), render: cells.email, text: (row) => row.email },
    { ...plain('role', t('role'), roles), wrap: true, width: 180 },
    { key: 'status', name: t('status'), render: cells.status, text: (row) => t(`statuses.${row.status}`) },
    {
      key: 'login',
      name: t('lastLogin'),
      render: (row) => (row.lastLoginAt ? <TimeText at={row.lastLoginAt} seconds={false} /> : t('never')),
      text: (row) => row.lastLoginAt,
    },
    plain('sees', t('sees'), (row) =>
      row.grantCount === null ? t('seesAll') : t('seesNodes', { count: row.grantCount }),
    ),
    plain('twoFactor', t('twoFactor.column'), (row) => t(`twoFactor.states.${row.twoFactor}`)),
    {
      key: 'history',
      name: t('audit:historyLink'),
      hideName: true,
      fixed: true,
      align: 'right',
      render: (row) => <HistoryLink subject={{ person: row.id }} of={row.name} />,
    },
  ]
}
