import { listTokens, type Token, TOKEN_SORTS, TOKEN_WARNING_DAYS } from '@winnow/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { callAcrossLogin, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { everyPage } from '../../ui/list-screen/rows-as-csv.ts'
import { sortIn } from '../../ui/list-screen/sort-rows.ts'
import { useAddressList } from '../../ui/list-screen/use-address-list.ts'
import type { Chosen } from '../../ui/list-screen/use-bulk.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import css from './settings.module.css'
import { useTokenColumns } from './use-token-columns.tsx'

const LIMIT = 50
/** The number of tokens per request when the list is downloaded as a file. */
const MOST = 200

/** The tokens on the page of the list, and a function that loads any page of them for a file. */
function useTokens(list: ReturnType<typeof useAddressList>, allowed: boolean) {
  const query = { sort: sortIn(TOKEN_SORTS, list.address.sort) }
  const tokens = useOperationQuery(
    listTokens,
    { query: { ...query, page: list.page, limit: LIMIT } },
    { enabled: allowed, keepPrevious: true },
  )
  const loadPage = (page: number, signal: AbortSignal) =>
    callAcrossLogin(listTokens, { query: { ...query, page, limit: MOST }, signal })
  return { tokens, loadPage }
}

/** Lists, creates and revokes API tokens. */
export function TokensTab() {
  const { t } = useTranslation(['settings', 'common'])
  const allowed = useMay('token.create')
  const list = useAddressList()
  const { tokens, loadPage } = useTokens(list, allowed)
  const [now] = useState(() => new Date())
  const ending = tokens.data?.endingSoon ?? 0
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
      {tokens.data && tokens.data.count > 0 && <div className={css['row']}>{create}</div>}
      <div>
        <ListScreen
          label={t('tokens.title')}
          query={tokens}
          list={list}
          columns={columns}
          rowKey={(token) => token.id}
          limit={LIMIT}
          sorts={{ columns: TOKEN_SORTS }}
          empty={{
            icon: <IconKey size={28} stroke={1.5} />,
            title: t('tokens.empty'),
            body: t('tokens.emptyBody'),
            action: create,
          }}
          columnsOf="tokens"
          csv={{ file: 'tokens.csv', load: (watch) => everyPage(loadPage, watch) }}
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
