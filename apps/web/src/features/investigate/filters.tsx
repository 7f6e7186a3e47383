import { OBJECT_CLASSES } from '@winnow/contract'
import { MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fromLocalInput, toLocalInput } from '../../lib/formats/local-input.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { DateField } from '../../ui/date-field.tsx'
import { PlaceFilter } from '../alarms/index.ts'
import { AreaField } from './area-field.tsx'
import { areaOf, hasColours, listOf } from './asked.ts'
import { ColourSelect } from './colours.tsx'
import css from './investigate.module.css'
import { type InvestigateSearch, WINDOW_NAMES, WINDOWS } from './investigate-search.ts'

const HOUR_MS = 3_600_000

interface FiltersProps {
  search: InvestigateSearch
  /** The end of relative windows, in milliseconds. */
  now: number
  onChange: (change: Partial<Record<keyof InvestigateSearch, unknown>>) => void
}

const joined = (list: readonly string[]): string | undefined => (list.length === 0 ? undefined : list.join(','))

/** When: one of the usual windows, or from and to in the user's zone. */
function Time({ search, now, onChange }: FiltersProps) {
  const { t } = useTranslation('investigate')
  const { zone } = useFormats()
  const isCustom = search.since !== undefined || search.till !== undefined
  return (
    <>
      <Select
        size="xs"
        label={t('time.label')}
        allowDeselect={false}
        value={isCustom ? 'custom' : (search.span ?? '24h')}
        data={[
          ...WINDOW_NAMES.map((name) => ({ value: name as string, label: t(`time.${name}`) })),
          { value: 'custom', label: t('time.custom') },
        ]}
        onChange={(value) => {
          const span = WINDOW_NAMES.find((name) => name === value)
          if (span) onChange({ span, since: undefined, till: undefined })
          else
            onChange({
              span: undefined,
              since: new Date(now - WINDOWS[search.span ?? '24h'] * HOUR_MS).toISOString(),
              till: new Date(now).toISOString(),
            })
        }}
      />
      {isCustom && (
        <>
          <DateField
            withTime
            label={t('time.from')}
            value={toLocalInput(search.since, zone)}
            onChange={(value) => onChange({ since: fromLocalInput(value, zone) })}
          />
          <DateField
            withTime
            label={t('time.to')}
            value={toLocalInput(search.till, zone)}
            onChange={(value) => onChange({ till: fromLocalInput(value, zone) })}
          />
        </>
      )}
    </>
  )
}

/** What is searched: where, when, and what. */
export function Filters({ search, now, onChange }: FiltersProps) {
  const { t } = useTranslation(['investigate', 'alarms'])
  const places = { projects: listOf(search.project), sites: listOf(search.site), cameras: listOf(search.camera) }
  const isColoured = hasColours(search)
  return (
    <div className={css['filters']} role="search" aria-label={t('filters')}>
      <PlaceFilter
        filters={places}
        onChange={({ projects, sites, cameras }) =>
          onChange({ project: joined(projects), site: joined(sites), camera: joined(cameras) })
        }
      />
      <Time search={search} now={now} onChange={onChange} />
      <MultiSelect
        size="xs"
        label={t('class')}
        placeholder={search.object === undefined ? t('anyClass') : ''}
        value={listOf(search.object)}
        data={OBJECT_CLASSES.map((value) => ({ value, label: t(`alarms:class.${value}`) }))}
        onChange={(values) => onChange({ object: joined(OBJECT_CLASSES.filter((known) => values.includes(known))) })}
      />
      <ColourSelect
        label={t('upper')}
        value={search.upper}
        disabled={!isColoured}
        onChange={(upper) => onChange({ upper })}
      />
      <ColourSelect
        label={t('lower')}
        value={search.lower}
        disabled={!isColoured}
        onChange={(lower) => onChange({ lower })}
      />
      <AreaField
        isPlaced={places.sites.length + places.cameras.length > 0}
        camera={places.sites.length === 0 && places.cameras.length === 1 ? places.cameras[0] : undefined}
        area={areaOf(search.area)}
        onChange={(area) => onChange({ area: area && [area.x, area.y, area.width, area.height].join(',') })}
      />
    </div>
  )
}
