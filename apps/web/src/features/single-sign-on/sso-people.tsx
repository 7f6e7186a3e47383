import { disconnectSso, getSso, listSsoIdentities, type ReplyOf, SSO_IDENTITY_SORTS } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { BulkDialog } from '../../ui/list-screen/bulk-dialog.tsx'
import { type ListAddress, listControl } from '../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { everyPage } from '../../ui/list-screen/rows-as-csv.ts'
import { sortIn } from '../../ui/list-screen/sort-rows.ts'
import type { Chosen } from '../../ui/list-screen/use-bulk.ts'
import { TimeText } from '../../ui/time-text.tsx'
import css from './single-sign-on.module.css'

type Person = ReplyOf<typeof listSsoIdentities>['rows'][number]
const LIMIT = 20
/** The number of accounts per request when the list is downloaded as a file. */
const MOST = 100

function usePeopleColumns(onLeave: (person: Person) => void): ListColumn<Person>[] {
  const { t } = useTranslation('sso')
  return [
    {
      key: 'name',
      name: t('people.name'),
      fixed: true,
      wrap: true,
      render: (person) => person.name,
      text: (person) => person.name,
    },
    {
      key: 'email',
      name: t('people.email'),
      wrap: true,
      render: (person) => person.email,
      text: (person) => person.email,
    },
    {
      key: 'used',
      name: t('people.lastUsed'),
      render: (person) => (person.lastUsedAt ? <TimeText at={person.lastUsedAt} /> : t('people.never')),
      text: (person) => person.lastUsedAt,
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
  const [leaving, setLeaving] = useState<Chosen<Person>>()
  const asked = { params: { id: companyId } }
  const sort = sortIn(SSO_IDENTITY_SORTS, address.sort)
  const people = useOperationQuery(
    listSsoIdentities,
    { ...asked, query: { sort, page: list.page, limit: LIMIT } },
    { keepPrevious: true },
  )
  const loadPage = (page: number, signal: AbortSignal) =>
    callAcrossLogin(listSsoIdentities, { ...asked, query: { sort, page, limit: MOST }, signal })
  const columns = usePeopleColumns((person) => setLeaving({ rows: [person] }))
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
          sorts={{ columns: SSO_IDENTITY_SORTS, usual: 'name' }}
          empty={{ title: t('people.none') }}
          csv={{ file: 'connected-accounts.csv', load: (watch) => everyPage(loadPage, watch) }}
          selection={{
            nameOf: (person) => person.name,
            renderActions: (rows, clear) => (
              <Button look="danger" onClick={() => setLeaving({ rows, clear })}>
                {t('people.disconnect')}
              </Button>
            ),
          }}
          compact
        />
      </div>
      <DisconnectDialog leaving={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  )
}

function DisconnectDialog({ leaving, onClose }: { leaving: Chosen<Person> | undefined; onClose: () => void }) {
  const { t } = useTranslation('sso')
  const [first] = leaving?.rows ?? []
  return (
    <BulkDialog
      chosen={leaving}
      rowKey={(person) => person.userId}
      nameOf={(person) => person.name}
      title={([person, ...more]) =>
        more.length > 0
          ? t('people.disconnectManyTitle', { count: more.length + 1 })
          : t('people.disconnectTitle', { name: person?.name ?? '' })
      }
      confirm={t('people.disconnect')}
      danger
      run={(person) => callAcrossLogin(disconnectSso, { params: { id: person.userId } })}
      invalidates={[listSsoIdentities, getSso]}
      doneText={(count) =>
        count > 1 ? t('people.disconnectedMany', { count }) : t('people.disconnected', { name: first?.name ?? '' })
      }
      onClose={onClose}
    >
      {t('people.disconnectBody')}
    </BulkDialog>
  )
}
