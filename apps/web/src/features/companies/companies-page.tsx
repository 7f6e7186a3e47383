import { COMPANY_SORTS, type CompanyRow, listCompanies } from '@winnow/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconBuilding, IconPlus, IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin, useOperationQuery } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { listControl } from '../../ui/list-screen/list-address.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { everyPage } from '../../ui/list-screen/rows-as-csv.ts'
import { sortIn } from '../../ui/list-screen/sort-rows.ts'
import { PageLayout } from '../../ui/page-layout.tsx'
import { CompanyDialog } from './company-dialog.tsx'
import { LoginAsDialog } from './login-as-dialog.tsx'
import { useCompanyColumns } from './use-company-columns.tsx'

const LIMIT = 50
/** The number of companies per request when the list is downloaded as a file. */
const MOST = 200

/** All companies, for operators of the installation. */
export function CompaniesPage() {
  const { t } = useTranslation('companies')
  const address = useSearch({ from: '/provider/companies' })
  const navigate = useNavigate({ from: '/provider/companies' })
  const list = listControl(address, (search) => void navigate({ search, replace: true }))
  const [open, setOpen] = useState<CompanyRow | 'new'>()
  const [acting, setActing] = useState(false)
  const { search } = address
  const query = { search, sort: sortIn(COMPANY_SORTS, address.sort) }
  const companies = useOperationQuery(
    listCompanies,
    { query: { ...query, page: list.page, limit: LIMIT } },
    { keepPrevious: true },
  )
  const loadPage = (page: number, signal: AbortSignal) =>
    callAcrossLogin(listCompanies, { query: { ...query, page, limit: MOST }, signal })
  const columns = useCompanyColumns(setOpen)
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
      <ListScreen
        label={t('list')}
        query={companies}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        limit={LIMIT}
        sorts={{ columns: COMPANY_SORTS, usual: 'name' }}
        search={t('search')}
        empty={{
          icon: <IconBuilding size={28} stroke={1.5} />,
          title: t('empty.title'),
          body: t('empty.body'),
          action: create,
        }}
        nothingFound={{ title: t('empty.filtered', { text: search }) }}
        columnsOf="companies"
        csv={{ file: 'companies.csv', load: (watch) => everyPage(loadPage, watch) }}
      />
      <CompanyDialog company={open} onClose={() => setOpen(undefined)} />
      <LoginAsDialog opened={acting} onClose={() => setActing(false)} />
    </PageLayout>
  )
}
