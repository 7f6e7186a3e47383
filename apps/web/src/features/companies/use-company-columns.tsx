import type { CompanyRow } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { TextButton } from '../../ui/text-button.tsx'
import css from './companies.module.css'

/** The columns of the list of companies. The name opens the company. */
export function useCompanyColumns(onOpen: (company: CompanyRow) => void): ListColumn<CompanyRow>[] {
  const { t } = useTranslation('companies')
  const { number } = useFormats()
  const statusOf = (row: CompanyRow) => t(row.suspended ? 'suspendedState' : 'active')
  const themeOf = (row: CompanyRow) => t(`themes.${row.theme}`) + (row.kind === 'provider' ? ` (${t('provider')})` : '')
  const count = (key: string, name: string, countOf: (row: CompanyRow) => number): ListColumn<CompanyRow> => ({
    key,
    name,
    align: 'right',
    render: (row) => number(countOf(row)),
    text: countOf,
  })
  return [
    {
      key: 'name',
      name: t('name'),
      fixed: true,
      wrap: true,
      render: (row) => <TextButton label={t('edit', { name: row.name })} text={row.name} onClick={() => onOpen(row)} />,
      text: (row) => row.name,
    },
    {
      key: 'status',
      name: t('status'),
      render: (row) => (row.suspended ? <span className={css['suspended']}>{statusOf(row)}</span> : statusOf(row)),
      text: statusOf,
    },
    { key: 'theme', name: t('theme'), render: themeOf, text: themeOf },
    {
      key: 'subdomain',
      name: t('subdomain'),
      render: (row) => (
        <span className={css['cut']} title={row.subdomain ?? undefined}>
          {row.subdomain ?? '–'}
        </span>
      ),
      text: (row) => row.subdomain,
    },
    count('users', t('users'), (row) => row.userCount),
    count('sites', t('sites'), (row) => row.siteCount),
    count('cameras', t('cameras'), (row) => row.viewCount),
  ]
}
