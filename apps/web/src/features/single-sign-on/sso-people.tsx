import { disconnectSso, getSso, listSsoIdentities, type ReplyOf } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type ListAddress, listControl } from '../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from './single-sign-on.module.css'

type Person = ReplyOf<typeof listSsoIdentities>['rows'][number]
const LIMIT = 20

function usePeopleColumns(onLeave: (person: Person) => void): ListColumn<Person>[] {
  const { t } = useTranslation('sso')
  return [
    { key: 'name', name: t('people.name'), fixed: true, wrap: true, render: (person) => person.name },
    { key: 'email', name: t('people.email'), wrap: true, render: (person) => person.email },
    {
      key: 'used',
      name: t('people.lastUsed'),
      render: (person) => (person.lastUsedAt ? <TimeText at={person.lastUsedAt} /> : t('people.never')),
    },
    {
      key: 'disconnect',
      name: t('people.disconnect'),
      hideName: true,
      fixed: true,
      align: 'right',
      render: (person) => (
        <Button
          look="subtle"
          aria-label={t('people.disconnectOf', { name: person.name })}
          onClick={() => onLeave(person)}
        >
          {t('people.disconnect')}
        </Button>
      ),
    },
  ]
}

/** The accounts that are connected to a user of the directory. */
export function SsoPeople({ companyId }: { companyId: string }) {
  const { t } = useTranslation('sso')
  const [address, setAddress] = useState<ListAddress>({})
  const list = listControl(address, setAddress)
  const [leaving, setLeaving] = useState<Person>()
  const people = useOperationQuery(
    listSsoIdentities,
    { params: { id: companyId }, query: { page: list.page, limit: LIMIT } },
    { keepPrevious: true },
  )
  const columns = usePeopleColumns(setLeaving)
  const disconnect = useOperation(disconnectSso, {
    invalidates: [listSsoIdentities, getSso],
    onSuccess: () =>
      void showToast({ type: 'success', message: t('people.disconnected', { name: leaving?.name ?? '' }) }),
  })
  return (
    <div className={css['section']}>
      <h2 className={css['heading']}>{t('people.title')}</h2>
      <div>
        <ListScreen
          label={t('people.title')}
          query={people}
          list={list}
          columns={columns}
          rowKey={(person) => person.userId}
          limit={LIMIT}
          empty={{ title: t('people.none') }}
          compact
        />
      </div>
      <ConfirmDialog
        opened={leaving !== undefined}
        title={t('people.disconnectTitle', { name: leaving?.name ?? '' })}
        confirm={t('people.disconnect')}
        danger
        onConfirm={() => leaving && disconnect.mutateAsync({ params: { id: leaving.userId } })}
        onClose={() => setLeaving(undefined)}
      >
        {t('people.disconnectBody')}
      </ConfirmDialog>
    </div>
  )
}
