import { searchNodes } from '@winnow/contract'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import type { AlarmFilters } from '../../model/alarm-filters.ts'

const TYPING_MS = 200
const FIELDS = { project: 'projects', site: 'sites', view: 'cameras' } as const
type Kind = keyof typeof FIELDS

/** The chosen clients, sites and cameras. */
type Places = Pick<AlarmFilters, 'projects' | 'sites' | 'cameras'>

interface PlaceFilterProps<T extends Places> {
  filters: T
  onChange: (filters: T) => void
}

/** Filters by clients, sites and cameras, searched by a part of their name. */
export function PlaceFilter<T extends Places>({ filters, onChange }: PlaceFilterProps<T>) {
  const { t } = useTranslation(['alarms', 'shell'])
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, TYPING_MS)
  const chosen = [...filters.projects, ...filters.sites, ...filters.cameras]
  const found = useOperationQuery(searchNodes, { query: { search, limit: 30 } }, { keepPrevious: true })
  const named = useOperationQuery(
    searchNodes,
    { query: { search: '', ids: chosen, limit: 50 } },
    { enabled: chosen.length > 0, keepPrevious: true },
  )
  const nodes = new Map([...(named.data ?? []), ...(found.data ?? [])].map((node) => [node.id, node]))
  // A deleted place still filters, so it must be listed to be removable.
  const options = [
    ...[...nodes.values()].map((node) => ({
      value: node.id,
      label: `${node.path} · ${t(`shell:palette.${node.kind}`)}`,
    })),
    ...chosen.filter((id) => !nodes.has(id)).map((id) => ({ value: id, label: t('filter.placeUnknown') })),
  ]
  const kindOf = (id: string): Kind =>
    nodes.get(id)?.kind ?? (filters.projects.includes(id) ? 'project' : filters.sites.includes(id) ? 'site' : 'view')
  return (
    <MultiSelect
      size="xs"
      label={t('filter.place')}
      placeholder={t('filter.placeSearch')}
      comboboxProps={{ withinPortal: false }}
      searchable
      // This field gets the focus when the panel opens. If that opened its dropdown, the dropdown would cover the other fields.
      openOnFocus={false}
      searchValue={text}
      onSearchChange={setText}
      // The server has already searched.
      filter={({ options: all }) => all}
      nothingFoundMessage={t('filter.placeNone', { text })}
      value={chosen}
      data={options}
      onChange={(values) => {
        const next = { projects: [] as string[], sites: [] as string[], cameras: [] as string[] }
        for (const id of values) next[FIELDS[kindOf(id)]].push(id)
        onChange({ ...filters, ...next })
      }}
    />
  )
}
