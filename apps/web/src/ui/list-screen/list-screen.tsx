import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { SkeletonRows } from '../skeleton.tsx'
import { ListBody } from './list-body.tsx'
import type { ListScreenProps } from './list-screen-props.ts'
import { listState } from './list-state.ts'

/**
 * The common list of all list pages: search and filters in the address, loading, failure with a retry, empty state,
 * rows as a table or cards, pages. Further features are enabled by props: search, order, selection of rows, choice of
 * columns, CSV. Decision 0166.
 */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { query, list, empty, nothingFound, compact = false } = props
  const { t } = useTranslation()
  const state = listState(query, list)
  const instead = {
    loading: <SkeletonRows rows={compact ? 3 : 12} />,
    failed: <ErrorState error={query.error} onRetry={() => void query.refetch()} compact={compact} />,
    empty: (
      <EmptyState icon={empty.icon} title={empty.title} action={empty.action} compact={compact}>
        {empty.body}
      </EmptyState>
    ),
    'nothing-found': (
      <EmptyState
        icon={empty.icon}
        title={nothingFound?.title ?? t('list.nothing')}
        action={<Button onClick={list.clear}>{t('list.clear')}</Button>}
        compact={compact}
      >
        {nothingFound?.body}
      </EmptyState>
    ),
    beyond: (
      <EmptyState
        icon={empty.icon}
        title={t('list.beyond')}
        action={<Button onClick={() => list.toPage(1)}>{t('list.firstPage')}</Button>}
        compact={compact}
      />
    ),
    rows: undefined,
  }[state]
  return <ListBody {...props} instead={instead} />
}
