import { searchNodes } from '@winnow/contract'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import type { AlarmFilters } from '../../model/alarm-filters.ts'
import css from './filter-bar.module.css'

/** The most places that are named. More are counted. */
const NAMED = 4

/** The clients, sites and cameras whose alarms are listed, each as a button that removes it. */
export function PlaceChips({
  filters,
  onChange,
}: {
  filters: AlarmFilters
  onChange: (filters: AlarmFilters) => void
}) {
  const { t } = useTranslation('alarms')
  const ids = [...filters.projects, ...filters.sites, ...filters.cameras]
  const named = useOperationQuery(
    searchNodes,
    { query: { search: '', ids: ids.slice(0, NAMED), limit: 50 } },
    { enabled: ids.length > 0, keepPrevious: true, quiet: true },
  )
  if (ids.length === 0) return null
  const without = (gone: string) => (list: readonly string[]) => list.filter((id) => id !== gone)
  const remove = (id: string) =>
    onChange({
      ...filters,
      projects: without(id)(filters.projects),
      sites: without(id)(filters.sites),
      cameras: without(id)(filters.cameras),
    })
  return (
    <div className={css['places']} role="group" aria-label={t('filter.place')}>
      {ids.slice(0, NAMED).map((id) => {
        const node = named.data?.find((each) => each.id === id)
        const name = node?.name ?? (named.isPending ? '…' : t('filter.placeUnknown'))
        return (
          <button
            key={id}
            type="button"
            className={css['place']}
            title={node?.path}
            aria-label={t('find.remove', { name })}
            onClick={() => remove(id)}
          >
            <span className="wn-truncate">{name}</span>
            <IconX size={12} aria-hidden="true" />
          </button>
        )
      })}
      {ids.length > NAMED && <span>{t('find.more', { count: ids.length - NAMED })}</span>}
    </div>
  )
}
