import { type CompanyRow, listCompanies } from '@winnow/contract'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconBuilding, IconPlus, IconSearch, IconUserShare } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CompaniesTable } from './companies-table.tsx'
import { CompanyDialog } from './company-dialog.tsx'
import { LoginAsDialog } from './login-as-dialog.tsx'

const LIMIT = 50
const TYPING_MS = 250

/** All companies of the installation, for those who run it. */
export function CompaniesPage() {
  const { t } = useTranslation('companies')
  const search = useSearch({ from: '/provider/companies' })
  const navigate = useNavigate({ from: '/provider/companies' })
  const [open, setOpen] = useState<CompanyRow | 'new'>()
  const [acting, setActing] = useState(false)
  const page = search.page ?? 1
  const companies = useOperationQuery(
    listCompanies,
    { query: { search: search.search, page, limit: LIMIT } },
    { keepPrevious: true },
  )
  const [text, setText] = useState(search.search ?? '')
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS)
  const find = useEffectEvent((found: string) => {
    if (found !== (search.search ?? '')) void navigate({ search: { search: found || undefined }, replace: true })
  })
  useEffect(() => find(settled), [settled])
  const create = (
    <Button look="primary" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpen('new')}>
      {t('create')}
    </Button>
  )
  return (
    <PageLayout
      title={t('title')}
      variant="wide"
      subtitle={companies.data && t('count', { count: companies.data.count })}
      actions={
        <>
          <Button leftSection={<IconUserShare size={16} aria-hidden="true" />} onClick={() => setActing(true)}>
            {t('loginAs.button')}
          </Button>
          {create}
        </>
      }
    >
      <FilterBar label={t('title')}>
        <TextInput
          type="search"
          label={t('search')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FilterBar>
      {companies.isPending ? (
        <SkeletonRows rows={12} />
      ) : companies.isError ? (
        <ErrorState error={companies.error} onRetry={() => void companies.refetch()} />
      ) : companies.data.rows.length === 0 ? (
        <EmptyState
          icon={<IconBuilding size={28} stroke={1.5} />}
          title={search.search ? t('empty.filtered', { text: search.search }) : t('empty.title')}
          action={create}
        >
          {!search.search && t('empty.body')}
        </EmptyState>
      ) : (
        <>
          <CompaniesTable rows={companies.data.rows} onOpen={setOpen} />
          <Pager
            label={t('pages')}
            page={page}
            limit={LIMIT}
            count={companies.data.count}
            onPage={(next) => void navigate({ search: { ...search, page: next } })}
          />
        </>
      )}
      <CompanyDialog company={open} onClose={() => setOpen(undefined)} />
      <LoginAsDialog opened={acting} onClose={() => setActing(false)} />
    </PageLayout>
  )
}
