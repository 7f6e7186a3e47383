import { listTokens, type Token } from '@winnow/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { whole } from '../../ui/list-screen/list-state.ts'
import { useAddressList } from '../../ui/list-screen/use-address-list.ts'
import type { Chosen } from '../../ui/list-screen/use-bulk.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import css from './settings.module.css'
import { TOKEN_WARNING_DAYS, tokenEnd } from './token-end.ts'
import { useTokenColumns } from './use-token-columns.tsx'

/** Lists, creates and revokes API tokens. */
export function TokensTab() {
  const { t } = useTranslation(['settings', 'common'])
  const allowed = useMay('token.create')
  const tokens = useOperationQuery(listTokens, { query: {} }, { enabled: allowed })
  const [now] = useState(() => new Date())
  const ending = (tokens.data ?? []).filter(({ expiresAt }) => tokenEnd(expiresAt, now).state === 'soon').length
  const list = useAddressList()
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<Chosen<Token>>()
  const columns = useTokenColumns(now, (token) => setRevoking({ rows: [token] }))
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
      <div>
        <ListScreen
          label={t('tokens.title')}
          query={whole(tokens)}
          list={list}
          columns={columns}
          rowKey={(token) => token.id}
          empty={{
            icon: <IconKey size={28} stroke={1.5} />,
            title: t('tokens.empty'),
            body: t('tokens.emptyBody'),
            action: create,
          }}
          columnsOf="tokens"
          csv={{ file: 'tokens.csv' }}
          selection={{
            nameOf: (token) => token.name,
            renderActions: (rows, clear) => (
              <Button look="danger" onClick={() => setRevoking({ rows, clear })}>
                {t('tokens.revoke')}
              </Button>
            ),
          }}
        />
      </div>
      <CreateTokenDialog opened={creating} onClose={() => setCreating(false)} />
      <RevokeDialog chosen={revoking} onClose={() => setRevoking(undefined)} />
    </div>
  )
}
