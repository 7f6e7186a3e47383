import { EVENT_TYPES, LABEL_FILTERS, OBJECT_CLASSES } from '@winnow/contract'
import { MultiSelect, SegmentedControl, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { countFilters, readFilters, type AlarmFilters } from '../../model/alarm-filters.ts'
import css from './filter-bar.module.css'
import { PlaceFilter } from './place-filter.tsx'

/** All filters except time and verdict, which are outside. */
export function FilterPanel({
  filters,
  onChange,
}: {
  filters: AlarmFilters
  onChange: (filters: AlarmFilters) => void
}) {
  const { t } = useTranslation('alarms')
  return (
    <div className={css['panel']}>
      <PlaceFilter filters={filters} onChange={onChange} />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('filter.label')}
        value={filters.label}
        onChange={(value) => onChange({ ...filters, label: LABEL_FILTERS.find((known) => known === value) ?? 'all' })}
        data={LABEL_FILTERS.map((value) => ({ value, label: t(`filter.labels.${value}`) }))}
      />
      <MultiSelect
        size="xs"
        label={t('filter.classes')}
        comboboxProps={{ withinPortal: false }}
        value={filters.classes}
        onChange={(values) =>
          onChange({ ...filters, classes: OBJECT_CLASSES.filter((known) => values.some((value) => value === known)) })
        }
        data={OBJECT_CLASSES.map((value) => ({ value, label: t(`class.${value}`) }))}
      />
      <MultiSelect
        size="xs"
        label={t('filter.events')}
        comboboxProps={{ withinPortal: false }}
        value={filters.events}
        onChange={(values) =>
          onChange({ ...filters, events: EVENT_TYPES.filter((known) => values.some((value) => value === known)) })
        }
        data={EVENT_TYPES.map((value) => ({ value, label: t(`event.${value}`) }))}
      />
      <Switch
        size="sm"
        label={t('filter.notes')}
        checked={filters.notes}
        onChange={(event) => onChange({ ...filters, notes: event.currentTarget.checked })}
      />
      <Switch
        size="sm"
        label={t('filter.tests')}
        checked={filters.tests}
        onChange={(event) => onChange({ ...filters, tests: event.currentTarget.checked })}
      />
      <Button
        size="xs"
        disabled={countFilters(filters) === 0}
        onClick={() => onChange({ ...readFilters({}), time: filters.time })}
      >
        {t('filter.clear')}
      </Button>
    </div>
  )
}
