import { Select, Switch } from '@mantine/core'
import { listAuditFacets } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { fromLocalInput, toLocalInput } from '../../lib/formats/local-input.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import type { AuditSearch } from './audit-search.ts'
import { CompanyPicker } from './company-picker.tsx'
import { useAuditWords } from './use-audit-words.ts'

interface AuditFiltersProps {
  value: AuditSearch
  /** Whose log it is. */
  companyId: string
  /** Hears of the filters without a page: another list begins at its first. */
  onChange: (value: AuditSearch) => void
}

/** Narrows the log by time, user, kind and action; what there is to choose from, the server knows. */
export function AuditFilters({ value, companyId, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const own = useUser().companyId
  const picksCompany = useMay('companies.manage')
  const { zone } = useFormats()
  const { actionWords, objectWords } = useAuditWords()
  const facets = useOperationQuery(listAuditFacets, { params: { id: companyId } }, { quiet: true })
  const set = (change: Partial<AuditSearch>) => onChange({ ...value, ...change })
  const select = (key: 'user' | 'object' | 'action', data: { value: string; label: string }[]) => (
    <Select
      label={t(`filter.${key}`)}
      placeholder={t('filter.any')}
      data={data}
      value={value[key] ?? null}
      onChange={(chosen) => set({ [key]: chosen ?? undefined })}
      searchable
      clearable
    />
  )
  const worded = (codes: readonly string[] | undefined, chosen: string | undefined, words: (code: string) => string) =>
    [...new Set([...(codes ?? []), ...(chosen === undefined ? [] : [chosen])])]
      .map((code) => ({ value: code, label: words(code) }))
      .toSorted((a, b) => a.label.localeCompare(b.label))
  const users = (facets.data?.users ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterBar label={t('title')}>
      {picksCompany && (
        <CompanyPicker
          value={companyId}
          // Users are those of the company.
          onChange={(id) => set({ company: id === own ? undefined : id, user: undefined })}
        />
      )}
      {(['since', 'till'] as const).map((key) => (
        <DateField
          key={key}
          withTime
          label={t(`filter.${key}`)}
          value={toLocalInput(value[key], zone)}
          onChange={(text) => set({ [key]: fromLocalInput(text, zone) })}
        />
      ))}
      {select('user', users)}
      {select('object', worded(facets.data?.objects, value.object, objectWords))}
      {select('action', worded(facets.data?.actions, value.action, actionWords))}
      <Switch
        label={t('filter.looks')}
        checked={value.looks ?? false}
        onChange={(event) => set({ looks: event.currentTarget.checked || undefined })}
      />
    </FilterBar>
  )
}
