import { Checkbox, NativeSelect, Select } from '@mantine/core'
import {
  HOLIDAY_TYPES,
  type LinkedHolidays,
  listHolidayRegions,
  listHolidays,
  type NewHolidayLink,
} from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogCancel } from '../../../ui/dialog-cancel.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { isSameList, newLink, withType } from '../model/holiday-link.ts'
import { HolidayList } from './holiday-list.tsx'
import css from './holiday-picker.module.css'
import { LASTING } from './link-text.tsx'

interface HolidayPickerProps {
  opened: boolean
  /** The link that is edited; null if there is none yet. */
  link: NewHolidayLink | null
  /** The holidays that the schedule is linked to now, with the lists that are kept. */
  kept: LinkedHolidays | null
  onClose: () => void
  onApply: (link: NewHolidayLink) => void
}

/** Chooses the region, the types and the single holidays on which a site is closed. */
export function HolidayPicker({ opened, link, kept, onClose, onApply }: HolidayPickerProps) {
  const { t } = useTranslation('schedules')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('holidays.title')}>
      {opened && <Choice link={link} kept={kept} onApply={onApply} />}
    </Dialog>
  )
}

function Choice({ link, kept, onApply }: Pick<HolidayPickerProps, 'link' | 'kept' | 'onApply'>) {
  const { t } = useTranslation('schedules')
  const [draft, setDraft] = useState(link)
  const regions = useOperationQuery(listHolidayRegions, {}, LASTING)
  if (regions.isError) return <ErrorState compact error={regions.error} onRetry={() => void regions.refetch()} />
  return (
    <div className={css['picker']}>
      <Select
        size="xs"
        data-autofocus
        label={t('holidays.region')}
        placeholder={t('select.placeholder')}
        searchable
        limit={100}
        nothingFoundMessage={t('holidays.noRegion')}
        data={(regions.data ?? []).map(({ id, label }) => ({ value: id, label }))}
        value={draft?.regionId ?? null}
        onChange={(id) => setDraft(id === null ? null : draft ? { ...draft, regionId: id, unticked: [] } : newLink(id))}
      />
      {draft && <OfRegion draft={draft} kept={kept?.regionId === draft.regionId ? kept : null} onChange={setDraft} />}
      <FormActions>
        <DialogCancel />
        <Button
          look="primary"
          disabled={!draft || draft.types.length === 0}
          onClick={() => {
            if (draft) onApply(draft)
          }}
        >
          {t('holidays.apply')}
        </Button>
      </FormActions>
    </div>
  )
}

interface OfRegionProps {
  draft: NewHolidayLink
  /** The kept lists, if they are of this region. */
  kept: LinkedHolidays | null
  onChange: (draft: NewHolidayLink) => void
}

/** The types that are chosen of a region, and its holidays in a year. */
function OfRegion({ draft, kept, onChange }: OfRegionProps) {
  const { t } = useTranslation('schedules')
  const [thisYear] = useState(() => new Date().getUTCFullYear())
  const [year, setYear] = useState(thisYear)
  const known = useOperationQuery(listHolidays, { params: { region: draft.regionId }, query: { year } }, LASTING)
  const keptList = kept?.lists.find((list) => list.year === year)?.holidays
  const holidays = (draft.renew ? undefined : keptList) ?? known.data
  const isNewer = !draft.renew && keptList && known.data && !isSameList(keptList, known.data)
  return (
    <>
      <fieldset className={css['types']}>
        <legend>{t('holidays.types')}</legend>
        {HOLIDAY_TYPES.map((type) => (
          <Checkbox
            key={type}
            size="xs"
            label={t(`holidays.type.${type}`)}
            checked={draft.types.includes(type)}
            onChange={(event) => onChange(withType(draft, type, event.currentTarget.checked))}
          />
        ))}
      </fieldset>
      <NativeSelect
        size="xs"
        className={css['year']}
        label={t('holidays.year')}
        value={String(year)}
        data={[thisYear, thisYear + 1, thisYear + 2].map(String)}
        onChange={(event) => setYear(Number(event.currentTarget.value))}
      />
      {isNewer && (
        <div className={css['newer']}>
          <p>{t('holidays.newer')}</p>
          <Button size="compact-sm" onClick={() => onChange({ ...draft, renew: true })}>
            {t('holidays.renew')}
          </Button>
        </div>
      )}
      {draft.renew && <p className={css['hint']}>{t('holidays.renewed')}</p>}
      {!holidays && known.isPending && <SkeletonRows rows={6} />}
      {!holidays && known.isError && <ErrorState compact error={known.error} onRetry={() => void known.refetch()} />}
      {holidays && !holidays.some(({ type }) => draft.types.includes(type)) && (
        <p className={css['hint']}>{t(holidays.length === 0 ? 'holidays.none' : 'holidays.ofTypes', { year })}</p>
      )}
      {holidays && <HolidayList holidays={holidays} link={draft} onChange={onChange} />}
    </>
  )
}
