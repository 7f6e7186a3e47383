import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { PERMISSIONS, USER_STATUSES } from '@winnow/contract'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { rightKey } from './right-key.ts'
import { ROLES, type UsersSearch } from './users-search.ts'

interface UserFiltersProps {
  value: UsersSearch
  /** Hears of the filters without a page: another list begins at its first. */
  onChange: (value: UsersSearch) => void
}

/** Not every key asks the server. */
const TYPING_MS = 250

const some = <T,>(values: T[]): T[] | undefined => (values.length > 0 ? values : undefined)

/** Narrows the list by name, role, right and status. */
export function UserFilters({ value, onChange }: UserFiltersProps) {
  const { t } = useTranslation(['users', 'settings'])
  const [text, setText] = useState(value.search ?? '')
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS)
  const search = useEffectEvent((found: string) => {
    if (found !== (value.search ?? '')) onChange({ ...value, search: found || undefined })
  })
  useEffect(() => search(settled), [settled])
  const set = (change: Partial<UsersSearch>) => onChange({ ...value, ...change })
  return (
    <FilterBar label={t('title')}>
      <TextInput
        type="search"
        label={t('filter.search')}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <MultiSelect
        label={t('filter.roles')}
        placeholder={value.roles ? undefined : t('filter.any')}
        data={ROLES.map((role) => ({ value: role, label: t(`settings:roles.${role}`) }))}
        value={value.roles ?? []}
        onChange={(roles) => set({ roles: some(ROLES.filter((role) => roles.includes(role))) })}
        clearable
        searchable
      />
      <MultiSelect
        label={t('filter.permissions')}
        placeholder={value.permissions ? undefined : t('filter.any')}
        data={PERMISSIONS.map((permission) => ({ value: permission, label: t(`rights.${rightKey(permission)}`) }))}
        value={value.permissions ?? []}
        onChange={(chosen) => set({ permissions: some(PERMISSIONS.filter((each) => chosen.includes(each))) })}
        clearable
        searchable
      />
      <Select
        label={t('filter.status')}
        placeholder={t('filter.any')}
        data={USER_STATUSES.map((status) => ({ value: status, label: t(`statuses.${status}`) }))}
        value={value.status ?? null}
        onChange={(chosen) => set({ status: USER_STATUSES.find((status) => status === chosen) })}
        clearable
      />
    </FilterBar>
  )
}
