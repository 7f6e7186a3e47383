import { ActionIcon, Chip, MultiSelect, Popover, Select } from '@mantine/core'
import { INTEGRATION_TYPES } from '@winnow/contract'
import { IconFilter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Button } from '../../../../ui/button.tsx'
import { integrationName } from '../../model/integration-names.ts'
import { FLAGS, readFilter, type TreeFilterSearch, withFlag } from '../../model/tree-filter.ts'
import { useGroup } from '../../state/use-group.ts'
import { useGroups } from '../../state/use-groups.ts'
import css from './tree.module.css'
import { useFlags } from './use-flags.ts'

interface FilterMenuProps {
  search: TreeFilterSearch
  onChange: (search: TreeFilterSearch) => void
  onManageGroups: () => void
}

/** The menu to choose the filters of the tree. */
export function FilterMenu({ search, onChange, onManageGroups }: FilterMenuProps) {
  const { t } = useTranslation('clients')
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { search: _text, ...filter } = readFilter(search)
  const count = Object.keys(filter).length
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={300}
      // The menu need not hide itself, because its button cannot be scrolled out of view.
      hideDetached={false}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          ref={button}
          variant={count > 0 ? 'light' : 'subtle'}
          color={count > 0 ? 'blue' : 'gray'}
          aria-label={count > 0 ? t('filter.openActive', { count }) : t('filter.open')}
          aria-expanded={opened}
          title={t('filter.open')}
          onClick={() => setOpened(!opened)}
        >
          <IconFilter size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.open')} aria-labelledby={undefined}>
        <FilterFields
          search={search}
          onChange={onChange}
          onManageGroups={() => {
            setOpened(false)
            // The dialog returns the focus to this button, because the menu is gone by then.
            button.current?.focus()
            onManageGroups()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function FilterFields({ search, onChange, onManageGroups }: FilterMenuProps) {
  const { t } = useTranslation('clients')
  const { nameOf, isOffered } = useFlags()
  const mayGroup = useMay('groups.manage')
  const filter = readFilter(search)
  return (
    <div className={css['filters']}>
      <div className={css['flags']} role="group" aria-label={t('filter.cameras')}>
        {FLAGS.filter((name) => isOffered(name) || search[name]).map((name) => (
          <Chip
            key={name}
            size="xs"
            checked={search[name] ?? false}
            onChange={(on) => onChange(withFlag(search, name, on))}
          >
            {nameOf(name)}
          </Chip>
        ))}
      </div>
      <MultiSelect
        label={t('filter.integrations')}
        data={INTEGRATION_TYPES.map((type) => ({
          value: type,
          label: integrationName(type, (own) => t(`camera.types.${own}`)),
        }))}
        value={filter.integrations ?? []}
        onChange={(types) => onChange({ ...search, integrations: types.join(',') || undefined })}
        searchable
        clearable
        comboboxProps={{ withinPortal: false }}
      />
      {mayGroup && (
        <GroupFilter
          value={filter.groupId}
          onChange={(group) => onChange({ ...search, group })}
          onManage={onManageGroups}
        />
      )}
    </div>
  )
}

interface GroupFilterProps {
  value: string | undefined
  onChange: (group: string | undefined) => void
  onManage: () => void
}

/** Chooses a group of clients to filter by, with a button to manage groups. Only for users who manage groups. */
function GroupFilter({ value, onChange, onManage }: GroupFilterProps) {
  const { t } = useTranslation('clients')
  const chosen = useGroup(value)
  const [text, setText] = useState('')
  // The field contains the name of the chosen group until something else is typed.
  const groups = useGroups(text === chosen?.name ? '' : text)
  const rows = groups.data?.rows ?? []
  const offered = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows
  return (
    <>
      {(offered.length > 0 || text !== '') && (
        <Select
          label={t('filter.group')}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          searchValue={text}
          onSearchChange={setText}
          // The server has searched already.
          filter={({ options }) => options}
          value={value ?? null}
          onChange={(id) => onChange(id ?? undefined)}
          limit={200}
          searchable
          clearable
          comboboxProps={{ withinPortal: false }}
        />
      )}
      <Button look="subtle" size="compact-sm" onClick={onManage}>
        {t('groups.manage')}
      </Button>
    </>
  )
}
