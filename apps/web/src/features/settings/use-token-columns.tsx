import type { Token } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { TimeText } from '../../ui/time-text.tsx'
import css from './settings.module.css'
import { TokenEndText } from './token-end-text.tsx'

/** The columns of the list of tokens. The button in the last one revokes a token. */
export function useTokenColumns(now: Date, onRevoke: (token: Token) => void): ListColumn<Token>[] {
  const { t } = useTranslation('settings')
  const seenBy = ({ nodes }: Token) =>
    nodes === null ? t('tokens.wholeCompany') : nodes.map(({ path }) => path ?? t('tokens.nodeGone')).join(', ')
  const typeOf = ({ tokenType }: Token) => t(`tokens.types.${tokenType}`)
  return [
    {
      key: 'name',
      name: t('tokens.name'),
      fixed: true,
      wrap: true,
      width: 230,
      text: (token) => token.name,
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
    { key: 'type', name: t('tokens.type'), render: typeOf, text: typeOf },
    { key: 'sees', name: t('tokens.sees'), wrap: true, render: seenBy, text: seenBy },
    {
      key: 'used',
      name: t('tokens.lastUsed'),
      text: (token) => token.lastUsedAt,
      render: (token) => (token.lastUsedAt ? <TimeText at={token.lastUsedAt} show="date" /> : t('tokens.never')),
    },
    {
      key: 'ends',
      name: t('tokens.ends'),
      wrap: true,
      text: (token) => token.expiresAt,
      render: (token) => <TokenEndText token={token} now={now} />,
    },
    {
      key: 'revoke',
      name: t('tokens.revoke'),
      hideName: true,
      fixed: true,
      align: 'right',
      render: (token) => (
        <Button look="subtle" aria-label={`${t('tokens.revoke')} ${token.name}`} onClick={() => onRevoke(token)}>
          {t('tokens.revoke')}
        </Button>
      ),
    },
  ]
}
