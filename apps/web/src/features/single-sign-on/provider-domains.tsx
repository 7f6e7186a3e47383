import { confirmSsoDomain, getSso, listSsoDomains, type ReplyOf } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from './single-sign-on.module.css'

type NamedDomain = ReplyOf<typeof listSsoDomains>[number]

/** The domains of all companies. The operators of the installation confirm them here. */
export function ProviderDomains() {
  const { t } = useTranslation('sso')
  const domains = useOperationQuery(listSsoDomains, {})
  return (
    <div className={css['section']}>
      <h2 className={css['heading']}>{t('provider.title')}</h2>
      <p className={css['lead']}>{t('provider.lead')}</p>
      {domains.isPending ? (
        <SkeletonRows rows={3} />
      ) : domains.isError ? (
        <ErrorState compact error={domains.error} onRetry={() => void domains.refetch()} />
      ) : domains.data.length === 0 ? (
        <p className={css['lead']}>{t('provider.none')}</p>
      ) : (
        <DataTable
          label={t('provider.title')}
          rows={domains.data}
          rowKey={({ companyId, domain }) => `${companyId} ${domain}`}
          columns={[
            { key: 'domain', header: t('settings.domain'), wrap: true, render: ({ domain }) => domain },
            { key: 'company', header: t('provider.company'), wrap: true, render: ({ companyName }) => companyName },
            {
              key: 'state',
              header: t('settings.confirmed'),
              render: ({ confirmed }) => (confirmed ? t('settings.confirmed') : t('settings.unconfirmed')),
            },
            {
              key: 'action',
              header: <span className="wn-visually-hidden">{t('provider.confirm')}</span>,
              align: 'right',
              render: (domain) => <ConfirmButton domain={domain} />,
            },
          ]}
        />
      )}
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
