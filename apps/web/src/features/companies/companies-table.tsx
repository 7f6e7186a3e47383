import type { CompanyRow } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { TextButton } from '../../ui/text-button.tsx'
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
          wrap: true,
          render: (row) => (
            <TextButton label={t('edit', { name: row.name })} text={row.name} onClick={() => onOpen(row)} />
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
        {
          key: 'subdomain',
          header: t('subdomain'),
          render: (row) => (
            <span className={css['cut']} title={row.subdomain ?? undefined}>
              {row.subdomain ?? '–'}
            </span>
          ),
        },
        { key: 'users', header: t('users'), align: 'right', render: (row) => number(row.userCount) },
        { key: 'sites', header: t('sites'), align: 'right', render: (row) => number(row.siteCount) },
        { key: 'cameras', header: t('cameras'), align: 'right', render: (row) => number(row.viewCount) },
      ]}
    />
  )
}
