import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { askedOf } from './asked.ts'
import { Filters } from './filters.tsx'
import css from './investigate.module.css'
import { type InvestigateSearch, investigateSearch } from './investigate-search.ts'
import { ObjectsGrid } from './objects-grid.tsx'
import { useObjects } from './use-objects.ts'

/** Whether a time ends before it begins. The server refuses such a search. */
const isSwapped = ({ since, till }: InvestigateSearch): boolean =>
  since !== undefined && till !== undefined && Date.parse(since) >= Date.parse(till)

function Results({ search, now, onClear }: { search: InvestigateSearch; now: number; onClear: () => void }) {
  const { t } = useTranslation('investigate')
  const asked = useMemo(() => askedOf(search, now), [search, now])
  const { pages, rows } = useObjects(asked)
  if (rows.length > 0)
    return (
      <>
        <p className={css['count']} role="status">
          {t(pages.hasNextPage ? 'countMore' : 'count', { count: rows.length })}
        </p>
        <ObjectsGrid rows={rows} pages={pages} />
        {pages.isError && <ErrorState compact error={pages.error} onRetry={() => void pages.fetchNextPage()} />}
      </>
    )
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (pages.isPending) return <SkeletonRows rows={8} />
  return (
    <EmptyState
      icon={<IconSearch size={32} stroke={1.5} />}
      title={t('none')}
      action={<Button onClick={onClear}>{t('clear')}</Button>}
    >
      {t('noneBody')}
    </EmptyState>
  )
}

/** Searches what the pictures of alarms showed. What is searched stands in the address. */
export function InvestigatePage() {
  const { t } = useTranslation(['investigate', 'shell'])
  const search = useSearch({ from: '/cams/forensic' })
  const navigate = useNavigate({ from: '/cams/forensic' })
  const [now, setNow] = useState(() => Date.now())
  const change = (next: Partial<Record<keyof InvestigateSearch, unknown>>) =>
    void navigate({ search: (before) => investigateSearch.parse({ ...before, ...next }), replace: true })
  const clear = () => void navigate({ search: {}, replace: true })
  return (
    <PageLayout
      variant="flush"
      title={t('shell:menu.investigate')}
      actions={
        <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={() => setNow(Date.now())}>
          {t('again')}
        </Button>
      }
    >
      <div className={css['page']}>
        <Filters search={search} now={now} onChange={change} />
        <p className={css['hint']}>{t('audited')}</p>
        <div className={css['results']}>
          {isSwapped(search) ? (
            <p role="alert">{t('time.swapped')}</p>
          ) : (
            <Results search={search} now={now} onClear={clear} />
          )}
        </div>
      </div>
    </PageLayout>
  )
}
