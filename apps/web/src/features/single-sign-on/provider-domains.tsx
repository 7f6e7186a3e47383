import { confirmSsoDomain, getSso, listSsoDomains, type ReplyOf } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { type ListAddress, listControl } from '../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { whole } from '../../ui/list-screen/list-state.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from './single-sign-on.module.css'

type NamedDomain = ReplyOf<typeof listSsoDomains>[number]

function useDomainColumns(): ListColumn<NamedDomain>[] {
  const { t } = useTranslation('sso')
  const stateOf = ({ confirmed }: NamedDomain) => t(confirmed ? 'settings.confirmed' : 'settings.unconfirmed')
  return [
    {
      key: 'domain',
      name: t('settings.domain'),
      fixed: true,
      wrap: true,
      sortBy: ({ domain }) => domain,
      render: ({ domain }) => domain,
    },
    {
      key: 'company',
      name: t('provider.company'),
      wrap: true,
      sortBy: ({ companyName }) => companyName,
      render: ({ companyName }) => companyName,
    },
    { key: 'state', name: t('settings.confirmed'), sortBy: stateOf, render: stateOf },
    {
      key: 'action',
      name: t('provider.confirm'),
      hideName: true,
      fixed: true,
      align: 'right',
      render: (domain) => <ConfirmButton domain={domain} />,
    },
  ]
}

/** The domains of all companies. The operators of the installation confirm them here. */
export function ProviderDomains() {
  const { t } = useTranslation('sso')
  const [address, setAddress] = useState<ListAddress>({})
  const domains = useOperationQuery(listSsoDomains, {}, { quiet: true })
  const columns = useDomainColumns()
  return (
    <div className={css['section']}>
      <h2 className={css['heading']}>{t('provider.title')}</h2>
      <p className={css['lead']}>{t('provider.lead')}</p>
      <div>
        <ListScreen
          label={t('provider.title')}
          query={whole(domains)}
          list={listControl(address, setAddress)}
          columns={columns}
          rowKey={({ companyId, domain }) => `${companyId} ${domain}`}
          empty={{ title: t('provider.none') }}
          compact
        />
      </div>
    </div>
  )
}

function ConfirmButton({ domain: { domain, companyId, companyName, confirmed } }: { domain: NamedDomain }) {
  const { t } = useTranslation('sso')
  const words = { domain, company: companyName }
  const change = useOperation(confirmSsoDomain, {
    invalidates: [listSsoDomains, getSso],
    onSuccess: (changed) =>
      void showToast({
        type: 'success',
        message: t(changed.confirmed ? 'provider.confirmedToast' : 'provider.withdrawnToast', words),
      }),
  })
  return (
    <Button
      look={confirmed ? 'subtle' : 'secondary'}
      aria-label={t(confirmed ? 'provider.withdrawOf' : 'provider.confirmOf', words)}
      loading={change.isPending}
      onClick={() => change.mutate({ params: { id: companyId }, body: { domain, confirmed: !confirmed } })}
    >
      {t(confirmed ? 'provider.withdraw' : 'provider.confirm')}
    </Button>
  )
}
