import { Switch } from '@mantine/core'
import { listAuditFacets } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { fromLocalInput, toLocalInput } from '../../lib/formats/local-input.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { DateField } from '../../ui/date-field.tsx'
import { OneOf } from '../../ui/list-screen/choice-filter.tsx'
import type { AuditSearch } from './audit-search.ts'
import { CompanyPicker } from './company-picker.tsx'
import { useAuditWords } from './use-audit-words.ts'

interface AuditFiltersProps {
  value: AuditSearch
  /** The company of the log. */
  companyId: string
  /** Called with the filters and without a page, since a new list starts at its first page. */
  onChange: (value: AuditSearch) => void
}

/** Filters the log by time, user, kind and action. The server provides the choices. */
export function AuditFilters({ value, companyId, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const own = useUser().companyId
  const picksCompany = useMay('companies.manage')
  const { zone } = useFormats()
  const { actionWords, objectWords } = useAuditWords()
  const facets = useOperationQuery(listAuditFacets, { params: { id: companyId } }, { quiet: true })
  /** The choices, sorted by their texts. Includes the current choice even if the server no longer has it. */
  const select = (key: 'user' | 'object' | 'action', known: readonly string[], words: (code: string) => string) => {
    const chosen = value[key]
    const codes = [...new Set(chosen === undefined ? known : [...known, chosen])]
    return (
      <OneOf
        label={t(`filter.${key}`)}
        values={codes.toSorted((a, b) => words(a).localeCompare(words(b)))}
        nameOf={words}
        value={chosen}
        onChange={(code) => onChange({ [key]: code })}
      />
    )
  }
  const { users = [], objects = [], actions = [] } = facets.data ?? {}
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return (
    <>
      {picksCompany && (
        <CompanyPicker
          value={companyId}
          // Users belong to the company, so another company resets them.
          onChange={(id) => onChange({ company: id === own ? undefined : id, user: undefined })}
        />
      )}
      {(['since', 'till'] as const).map((key) => (
        <DateField
          key={key}
          withTime
          label={t(`filter.${key}`)}
          value={toLocalInput(value[key], zone)}
          onChange={(text) => onChange({ [key]: fromLocalInput(text, zone) })}
        />
      ))}
      {select('user', [...names.keys()], (id) => names.get(id) ?? '…')}
      {select('object', objects, objectWords)}
      {select('action', actions, actionWords)}
      <Switch
        label={t('filter.looks')}
        checked={value.looks ?? false}
        onChange={(event) => onChange({ looks: event.currentTarget.checked || undefined })}
      />
    </>
  )
}
