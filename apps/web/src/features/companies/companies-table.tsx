import type { CompanyRow } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { DataTable } from '../../ui/data-table.tsx'
import css from './companies.module.css'

/** Companies, one line each; the name opens the company. */
export function CompaniesTable({
  rows,
  onOpen,
}: {
  rows: readonly CompanyRow[]
  onOpen: (company: CompanyRow) => void
}) {
  const { t } = useTranslation('companies')
  const { number } = useFormats()
  return (
    <DataTable
      label={t('list')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'name',
          header: t('name'),
          render: (row) => (
            <button
              type="button"
              className={css['name']}
              aria-label={t('edit', { name: row.name })}
              onClick={() => onOpen(row)}
            >
              {row.name}
            </button>
          ),
        },
        {
          key: 'status',
          header: t('status'),
          render: (row) =>
            row.suspended ? <span className={css['suspended']}>{t('suspendedState')}</span> : t('active'),
        },
        {
          key: 'theme',
          header: t('theme'),
          render: (row) => t(`themes.${row.theme}`) + (row.kind === 'provider' ? ` (${t('provider')})` : ''),
        },
        { key: 'subdomain', header: t('subdomain'), render: (row) => row.subdomain ?? '–' },
        { key: 'users', header: t('users'), align: 'right', render: (row) => number(row.userCount) },
        { key: 'sites', header: t('sites'), align: 'right', render: (row) => number(row.siteCount) },
        { key: 'cameras', header: t('cameras'), align: 'right', render: (row) => number(row.viewCount) },
      ]}
    />
  )
}
