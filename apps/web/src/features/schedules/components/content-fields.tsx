import type { LinkedHolidays } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts'
import type { ContentDraft } from '../model/template-draft.ts'
import { ClosingDaysField } from './closing-days-field.tsx'
import { HolidayField } from './holiday-field.tsx'
import { WeekFields } from './week-fields.tsx'

interface ContentFieldsProps<T extends ContentDraft> {
  form: SchemaForm<T>
  /** The name of the grid for assistive technology. */
  label: string
  /** The time zone of the site. A template has none: there it is that of the viewer. */
  zone?: string
  /** The holidays that the schedule is linked to now. */
  kept: LinkedHolidays | null
}

/** When cameras count: the week, and the closing days with their own times. */
export function ContentFields<T extends ContentDraft>({ form, label, zone, kept }: ContentFieldsProps<T>) {
  const { t } = useTranslation('schedules')
  const { zone: own } = useFormats()
  const { weekly, closingDays, holidayIntervals, holidays } = form.values
  const { error: linkError } = form.field('holidays.regionId')
  const errorOf = (index: number) => {
    const { error } = form.field(`closingDays.${index}`)
    const range = closingDays[index]
    if (range && range.to < range.from) return t('closing.inverted')
    return typeof error === 'string' ? error : undefined
  }
  return (
    <>
      <WeekFields label={label} value={weekly} onChange={(next) => form.set('weekly', next)} />
      <HolidayField
        link={holidays}
        kept={kept}
        error={typeof linkError === 'string' ? linkError : undefined}
        onChange={(next) => form.set('holidays', next)}
      />
      <ClosingDaysField
        zone={zone ?? own}
        isLinked={holidays !== null}
        days={closingDays}
        windows={holidayIntervals}
        errorOf={errorOf}
        onDays={(next) => form.set('closingDays', next)}
        onWindows={(next) => form.set('holidayIntervals', next)}
      />
    </>
  )
}
