import { deleteToken, listTokens, type Token } from '@winnow/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import css from './settings.module.css'
import { TOKEN_WARNING_DAYS, tokenEnd } from './token-end.ts'
import { TokenEndText } from './token-end-text.tsx'

/** API tokens: list, make, revoke. */
export function TokensTab() {
  const { t } = useTranslation(['settings', 'common'])
  const allowed = useMay('token.create')
  const tokens = useOperationQuery(listTokens, { query: {} }, { enabled: allowed })
  const [now] = useState(() => new Date())
  const ending = (tokens.data ?? []).filter(({ expiresAt }) => tokenEnd(expiresAt, now).state === 'soon').length
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<Token>()
  const revoke = useOperation(deleteToken, {
    invalidates: [listTokens],
    onSuccess: () => void showToast({ type: 'success', message: t('tokens.revoked') }),
  })
  const seenBy = ({ nodes }: Token) =>
    nodes === null ? t('tokens.wholeCompany') : nodes.map(({ path }) => path ?? t('tokens.nodeGone')).join(', ')
  const create = (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t('tokens.create')}
    </Button>
  )
  if (!allowed) return <EmptyState title={t('common:noRightTitle')}>{t('common:noRight')}</EmptyState>
  return (
    <div className={css['wide']}>
      <p className={css['lead']}>{t('tokens.intro')}</p>
      {ending > 0 && (
        <p role="status" className={css['warning']}>
          {t('tokens.warning', { count: ending, days: TOKEN_WARNING_DAYS })}
        </p>
      )}
      {tokens.data && tokens.data.length > 0 && <div className={css['row']}>{create}</div>}
      {tokens.isPending ? (
        <SkeletonRows rows={4} />
      ) : tokens.isError ? (
        <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />
      ) : tokens.data.length === 0 ? (
        <EmptyState icon={<IconKey size={28} stroke={1.5} />} title={t('tokens.empty')} action={create}>
          {t('tokens.emptyBody')}
        </EmptyState>
      ) : (
        <DataTable
          label={t('tokens.title')}
          rows={tokens.data}
          rowKey={(token) => token.id}
          columns={[
            {
              key: 'name',
              header: t('tokens.name'),
              wrap: true,
              width: 230,
              render: (token) => (
                <>
                  {token.name}
                  <p className={css['note']}>
                    {token.madeBy === null ? t('tokens.makerGone') : t('tokens.madeBy', { name: token.madeBy })}
                    {' · '}
                    <TimeText at={token.createdAt} show="date" />
                  </p>
                </>
              ),
            },
            { key: 'type', header: t('tokens.type'), render: (token) => t(`tokens.types.${token.tokenType}`) },
            { key: 'sees', header: t('tokens.sees'), wrap: true, render: (token) => seenBy(token) },
            {
              key: 'used',
              header: t('tokens.lastUsed'),
              render: (token) =>
                token.lastUsedAt ? <TimeText at={token.lastUsedAt} show="date" /> : t('tokens.never'),
            },
            {
              key: 'ends',
              header: t('tokens.ends'),
              wrap: true,
              render: (token) => <TokenEndText token={token} now={now} />,
            },
            {
              key: 'revoke',
              header: <span className="wn-visually-hidden">{t('tokens.revoke')}</span>,
              align: 'right',
              render: (token) => (
                <Button
                  look="subtle"
                  aria-label={`${t('tokens.revoke')} ${token.name}`}
                  onClick={() => setRevoking(token)}
                >
                  {t('tokens.revoke')}
                </Button>
              ),
            },
          ]}
        />
      )}
      <CreateTokenDialog opened={creating} onClose={() => setCreating(false)} />
      <ConfirmDialog
        opened={revoking !== undefined}
        title={t('tokens.revokeTitle', { name: revoking?.name ?? '' })}
        confirm={t('tokens.revoke')}
        danger
        onConfirm={() => revoking && revoke.mutateAsync({ params: { id: revoking.id } })}
        onClose={() => setRevoking(undefined)}
      >
        {t('tokens.revokeBody')}
      </ConfirmDialog>
    </div>
  )
}
