import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { getCompany, listCompanies } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'

const TYPING_MS = 250
const SHOWN = 20

/** Searches all companies by name, for operators of the installation. The server searches, since there may be thousands. */
export function CompanyPicker({ value, onChange }: { value: string; onChange: (companyId: string) => void }) {
  const { t } = useTranslation('audit')
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), TYPING_MS)
  const chosen = useOperationQuery(getCompany, { params: { id: value } }, { quiet: true, keepPrevious: true })
  // The field shows the chosen company's name, which is not a search text.
  const search = settled === chosen.data?.name ? '' : settled
  const found = useOperationQuery(
    listCompanies,
    { query: { limit: SHOWN, ...(search === '' ? {} : { search }) } },
    { quiet: true, keepPrevious: true },
  )
  const names = new Map([chosen.data, ...(found.data?.rows ?? [])].flatMap((row) => (row ? [[row.id, row.name]] : [])))
  return (
    <Select
      label={t('filter.company')}
      data={Array.from(names, ([id, name]) => ({ value: id, label: name }))}
      value={value}
      onChange={(id) => id !== null && onChange(id)}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('filter.noCompany')}
      allowDeselect={false}
    />
  )
}
