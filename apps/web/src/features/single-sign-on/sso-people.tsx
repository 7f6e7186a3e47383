import { disconnectSso, getSso, listSsoIdentities, type ReplyOf } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from './single-sign-on.module.css'

type Person = ReplyOf<typeof listSsoIdentities>['rows'][number]
const LIMIT = 20

/** The accounts that are connected with somebody of the directory. */
export function SsoPeople({ companyId }: { companyId: string }) {
  const { t } = useTranslation('sso')
  const [page, setPage] = useState(1)
  const [leaving, setLeaving] = useState<Person>()
  const people = useOperationQuery(
    listSsoIdentities,
    { params: { id: companyId }, query: { page, limit: LIMIT } },
    { keepPrevious: true },
  )
  const disconnect = useOperation(disconnectSso, {
    invalidates: [listSsoIdentities, getSso],
    onSuccess: () =>
      void showToast({ type: 'success', message: t('people.disconnected', { name: leaving?.name ?? '' }) }),
  })
  return (
    <div className={css['section']}>
      <h2 className={css['heading']}>{t('people.title')}</h2>
      {people.isPending ? (
        <SkeletonRows rows={3} />
      ) : people.isError ? (
        <ErrorState compact error={people.error} onRetry={() => void people.refetch()} />
      ) : people.data.count === 0 ? (
        <p className={css['lead']}>{t('people.none')}</p>
      ) : (
        <>
          <DataTable
            label={t('people.title')}
            rows={people.data.rows}
            rowKey={(person) => person.userId}
            columns={[
              { key: 'name', header: t('people.name'), wrap: true, render: (person) => person.name },
              { key: 'email', header: t('people.email'), wrap: true, render: (person) => person.email },
              {
                key: 'used',
                header: t('people.lastUsed'),
                render: (person) => (person.lastUsedAt ? <TimeText at={person.lastUsedAt} /> : t('people.never')),
              },
              {
                key: 'disconnect',
                header: <span className="wn-visually-hidden">{t('people.disconnect')}</span>,
                align: 'right',
                render: (person) => (
                  <Button
                    look="subtle"
                    aria-label={t('people.disconnectOf', { name: person.name })}
                    onClick={() => setLeaving(person)}
                  >
                    {t('people.disconnect')}
                  </Button>
                ),
              },
            ]}
          />
          <Pager label={t('people.title')} page={page} limit={LIMIT} count={people.data.count} onPage={setPage} />
        </>
      )}
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
