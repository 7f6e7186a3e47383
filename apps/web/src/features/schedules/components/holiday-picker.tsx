import { Checkbox, NativeSelect, Select } from '@mantine/core'
import { type ClosingDay, type Holiday, listHolidayRegions, listHolidays } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import css from './holiday-picker.module.css'

/** The list of regions does not change while the console is open. */
const LASTING = { staleTime: Number.POSITIVE_INFINITY, quiet: true } as const
/** The types that are ticked at first: days on which most people do not work. */
const isUsual = ({ type }: Holiday): boolean => type === 'public' || type === 'bank'
const keyOf = ({ date, name }: Holiday): string => `${date} ${name}`

interface HolidaysProps {
  holidays: readonly Holiday[]
  onAdd: (days: ClosingDay[]) => void
}

/** The holidays of a region and year, each of which can be unticked. */
function Holidays({ holidays, onAdd }: HolidaysProps) {
  const { t } = useTranslation('schedules')
  const formats = useFormats()
  const [ticked, setTicked] = useState(() => new Set(holidays.filter(isUsual).map(keyOf)))
  const describe = ({ date, type }: Holiday) => {
    const kind = t(`holidays.type.${type}`)
    return `${formats.fullDate(new Date(`${date}T12:00:00Z`), 'UTC')} · ${kind}`
  }
  const chosen = holidays.filter((each) => ticked.has(keyOf(each)))
  const toggle = (key: string) =>
    setTicked((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return (
    <>
      <ul className={css['list']}>
        {holidays.map((each) => (
          <li key={keyOf(each)}>
            <Checkbox
              checked={ticked.has(keyOf(each))}
              onChange={() => toggle(keyOf(each))}
              label={each.name}
              description={describe(each)}
            />
          </li>
        ))}
      </ul>
      <FormActions>
        <Button
          look="primary"
          disabled={chosen.length === 0}
          onClick={() => onAdd(chosen.map(({ date, name }) => ({ from: date, to: date, name })))}
        >
          {t('holidays.add', { count: chosen.length })}
        </Button>
      </FormActions>
    </>
  )
}

interface HolidayPickerProps {
  opened: boolean
  onClose: () => void
  onAdd: (days: ClosingDay[]) => void
}

/** Chooses holidays of a region and year, which become closing days. */
export function HolidayPicker({ opened, onClose, onAdd }: HolidayPickerProps) {
  const { t } = useTranslation('schedules')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('holidays.title')}>
      {opened && <Choice onAdd={onAdd} />}
    </Dialog>
  )
}

function Choice({ onAdd }: Pick<HolidayPickerProps, 'onAdd'>) {
  const { t } = useTranslation('schedules')
  const [thisYear] = useState(() => new Date().getUTCFullYear())
  const [region, setRegion] = useState<string | null>(null)
  const [year, setYear] = useState(thisYear)
  const regions = useOperationQuery(listHolidayRegions, {}, LASTING)
  const holidays = useOperationQuery(
    listHolidays,
    { params: { region: region ?? '' }, query: { year } },
    { ...LASTING, enabled: region !== null },
  )
  if (regions.isError) return <ErrorState compact error={regions.error} onRetry={() => void regions.refetch()} />
  return (
    <div className={css['picker']}>
      <div className={css['choice']}>
        <Select
          size="xs"
          data-autofocus
          label={t('holidays.region')}
          placeholder={t('select.placeholder')}
          searchable
          limit={100}
          nothingFoundMessage={t('holidays.noRegion')}
          data={(regions.data ?? []).map(({ id, label }) => ({ value: id, label }))}
          value={region}
          onChange={setRegion}
        />
        <NativeSelect
          size="xs"
          label={t('holidays.year')}
          value={String(year)}
          data={[thisYear, thisYear + 1, thisYear + 2].map(String)}
          onChange={(event) => setYear(Number(event.currentTarget.value))}
        />
      </div>
      {region !== null && holidays.isPending && <SkeletonRows rows={6} />}
      {holidays.isError && <ErrorState compact error={holidays.error} onRetry={() => void holidays.refetch()} />}
      {holidays.data && holidays.data.length === 0 && <p>{t('holidays.none')}</p>}
      {holidays.data && holidays.data.length > 0 && (
        <Holidays key={`${region} ${year}`} holidays={holidays.data} onAdd={onAdd} />
      )}
    </div>
  )
}
