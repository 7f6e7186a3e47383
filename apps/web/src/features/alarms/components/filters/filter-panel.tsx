import { ALL_LABEL_REASONS, EVENT_TYPES, LABEL_FILTERS, OBJECT_CLASSES, reasonsFor, RULE_TYPES } from '@winnow/contract'
import { MultiSelect, SegmentedControl, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { countFilters, readFilters, type AlarmFilters } from '../../model/alarm-filters.ts'
import { FILTERED_TYPES, type LabelFilter } from '../../alarms-search.ts'
import css from './filter-bar.module.css'
import { PlaceFilter } from './place-filter.tsx'

/** The reasons that alarms with this label can have. */
const reasonsOf = (label: LabelFilter) =>
  label === 'all' ? ALL_LABEL_REASONS : label === 'unlabelled' ? [] : reasonsFor(label === 'true')

/** All filters except time and verdict, which are outside. */
export function FilterPanel({
  filters,
  onChange,
}: {
  filters: AlarmFilters
  onChange: (filters: AlarmFilters) => void
}) {
  const { t } = useTranslation(['alarms', 'rules'])
  const setLabel = (label: LabelFilter) =>
    onChange({ ...filters, label, reasons: filters.reasons.filter((reason) => reasonsOf(label).includes(reason)) })
  return (
    <div className={css['panel']}>
      <PlaceFilter filters={filters} onChange={onChange} />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('filter.label')}
        value={filters.label}
        onChange={(value) => setLabel(LABEL_FILTERS.find((known) => known === value) ?? 'all')}
        data={LABEL_FILTERS.map((value) => ({ value, label: t(`filter.labels.${value}`) }))}
      />
      <MultiSelect
        size="xs"
        label={t('filter.reasons')}
        comboboxProps={{ withinPortal: false }}
        disabled={filters.label === 'unlabelled'}
        value={filters.reasons}
        onChange={(values) =>
          onChange({
            ...filters,
            reasons: ALL_LABEL_REASONS.filter((known) => values.some((value) => value === known)),
          })
        }
        data={reasonsOf(filters.label).map((value) => ({ value, label: t(`labelReason.${value}`) }))}
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
          onChange({ ...filters, events: FILTERED_TYPES.filter((known) => values.some((value) => value === known)) })
        }
        data={[
          { group: t('filter.ofDevices'), items: EVENT_TYPES.map((value) => ({ value, label: t(`event.${value}`) })) },
          { group: t('rules:title'), items: RULE_TYPES.map((value) => ({ value, label: t(`rules:type.${value}`) })) },
        ]}
      />
      <Switch
        size="sm"
        label={t('filter.late')}
        checked={filters.late}
        onChange={(event) => onChange({ ...filters, late: event.currentTarget.checked })}
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
