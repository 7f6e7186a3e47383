import { ActionIcon, Popover } from '@mantine/core'
import { IconDownload, IconFilter } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { GuideButton } from '../../../guides/index.ts'
import { VERDICT_FILTERS_IN_ORDER } from './verdict-order.ts'
import { countFilters, type AlarmFilters } from '../../model/alarm-filters.ts'
import type { Feed } from '../../model/feed.ts'
import { ListMenu } from '../list/list-menu.tsx'
import css from './filter-bar.module.css'
import { FilterPanel } from './filter-panel.tsx'
import { NotifyToggle } from './notify-toggle.tsx'
import { PlaceChips } from './place-chips.tsx'
import { PlaceFinder } from './place-finder.tsx'
import { SavedViews } from './saved-views.tsx'
import { WindowSelect } from './window-select.tsx'

interface FilterBarProps {
  filters: AlarmFilters
  count: Feed['count']
  opened: boolean
  onOpened: (opened: boolean) => void
  onChange: (filters: AlarmFilters) => void
  /** Left out for users who may not export alarms. */
  onExport?: (() => void) | undefined
  /** Shows a checkbox in each row. */
  onChoose: () => void
}

/** The head of the list: count, time window, verdict, and a button for the other filters. */
export const FilterBar = memo(function FilterBar({
  filters,
  count,
  opened,
  onOpened,
  onChange,
  onExport,
  onChoose,
}: FilterBarProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const formats = useFormats()
  const active = countFilters(filters)
  const toggle = (verdict: (typeof VERDICT_FILTERS_IN_ORDER)[number]) =>
    onChange({
      ...filters,
      verdicts: filters.verdicts.includes(verdict)
        ? filters.verdicts.filter((other) => other !== verdict)
        : [...filters.verdicts, verdict],
    })
  return (
    <div className={css['bar']}>
      <div className={css['line']}>
        <WindowSelect time={filters.time} onChange={(time) => onChange({ ...filters, time })} />
        <PlaceFinder filters={filters} onChange={onChange} />
        <SavedViews filters={filters} onChange={onChange} />
        <NotifyToggle />
        {onExport && (
          <IconButton label={t('export.open')} onClick={onExport}>
            <IconDownload size={16} />
          </IconButton>
        )}
        <Popover
          opened={opened}
          onChange={onOpened}
          position="bottom-end"
          width={320}
          trapFocus
          returnFocus
          shadow="md"
        >
          <Popover.Target>
            <ActionIcon
              className={css['door'] ?? ''}
              variant={active > 0 ? 'light' : 'subtle'}
              color={active > 0 ? 'blue' : 'gray'}
              aria-label={active > 0 ? t('filter.active', { count: active }) : t('filter.open')}
              aria-expanded={opened}
              title={t('filter.open')}
              onClick={() => onOpened(!opened)}
            >
              <IconFilter size={16} />
              {active > 0 && <span className={css['active']}>{active}</span>}
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('filter.open')} aria-labelledby={undefined}>
            <FilterPanel filters={filters} onChange={onChange} />
          </Popover.Dropdown>
        </Popover>
        <GuideButton page="alarms" />
        <ListMenu onChoose={onChoose} />
      </div>
      <PlaceChips filters={filters} onChange={onChange} />
      <div className={css['verdicts']} role="group" aria-label={t('filter.verdict')}>
        {VERDICT_FILTERS_IN_ORDER.map((verdict) => (
          <button
            key={verdict}
            type="button"
            className={css['chip']}
            data-verdict={verdict}
            aria-pressed={filters.verdicts.includes(verdict)}
            onClick={() => toggle(verdict)}
          >
            {t(`common:verdict.${verdict}`)}
          </button>
        ))}
      </div>
      <div className={css['facts']}>
        <span role="status">
          {count !== null &&
            (count.exact
              ? t('count', { count: count.value, n: formats.number(count.value) })
              : t('countMore', { n: formats.number(count.value) }))}
        </span>
        <span>{t('common:zone', { zone: formats.zone })}</span>
      </div>
    </div>
  )
})
