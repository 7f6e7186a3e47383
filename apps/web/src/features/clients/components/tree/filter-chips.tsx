import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { integrationName } from '../../model/integration-names.ts'
import { FLAGS, readFilter, type TreeFilterSearch, withFlag } from '../../model/tree-filter.ts'
import { useGroup } from '../../state/use-group.ts'
import css from './tree.module.css'
import { useFlags } from './use-flags.ts'

interface FilterChipsProps {
  search: TreeFilterSearch
  onChange: (search: TreeFilterSearch) => void
}

/** The active filters of the tree, without the search text. Each has a button that removes it. */
export function FilterChips({ search, onChange }: FilterChipsProps) {
  const { t } = useTranslation('clients')
  const { nameOf } = useFlags()
  const filter = readFilter(search)
  const group = useGroup(filter.groupId)
  const { integrations = [] } = filter
  const without = (type: string) => integrations.filter((other) => other !== type).join(',') || undefined
  const chips = [
    ...(filter.groupId
      ? [{ id: 'group', name: group?.name ?? t('filter.group'), next: { ...search, group: undefined } }]
      : []),
    ...FLAGS.filter((name) => filter[name]).map((name) => ({
      id: name,
      name: nameOf(name),
      next: withFlag(search, name, false),
    })),
    ...integrations.map((type) => ({
      id: type,
      name: integrationName(type, (own) => t(`camera.types.${own}`)),
      next: { ...search, integrations: without(type) },
    })),
  ]
  if (chips.length === 0) return null
  return (
    <ul className={css['chips']} aria-label={t('filter.active')}>
      {chips.map(({ id, name, next }) => (
        <li key={id}>
          <button
            type="button"
            className={css['chip']}
            aria-label={t('filter.remove', { name })}
            onClick={() => onChange(next)}
          >
            <span className="wn-truncate">{name}</span>
            <IconX size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
