import { DateInput } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../lib/formats/use-formats.ts'

dayjs.extend(customParseFormat)

const DAY = { international: 'DD/MM/YYYY', american: 'MM/DD/YYYY' } as const
const TIME = (is12h: boolean) => (is12h ? 'h:mm A' : 'HH:mm')
/** The accepted formats of typed dates, by date format of the user: also without leading zeros, or in ISO order. */
const TYPED_DAYS = {
  international: ['DD/MM/YYYY', 'D/M/YYYY', 'YYYY/MM/DD'],
  american: ['MM/DD/YYYY', 'M/D/YYYY', 'YYYY/MM/DD'],
} as const
const TYPED_TIMES = ['', ' HH:mm', ' H:mm', ' h:mm A', ' hh:mm A']
/** The format in which the calendar stores a time. */
const STORED = 'YYYY-MM-DD HH:mm:ss'

interface DateFieldProps {
  label: string
  description?: ReactNode
  error?: ReactNode
  /** `2026-11-20T08:30` with a time, `2026-11-20` without a time, empty if there is no date. */
  value: string
  withTime?: boolean
  disabled?: boolean
  onChange: (value: string) => void
  onBlur?: () => void
  /** The field's path in a form (`ui/form`). */
  'data-path'?: string
}

/** A date, or a date and time, in the user's format: typed, or picked from a calendar. */
export function DateField({ value, withTime = false, onChange, ...input }: DateFieldProps) {
  const { t, i18n } = useTranslation('common')
  const { format: order, is12h } = useFormats()
  const format = withTime ? `${DAY[order]} ${TIME(is12h)}` : DAY[order]
  const parse = (text: string): string | null => {
    const typed = TYPED_DAYS[order].flatMap((day) => TYPED_TIMES.map((time) => day + time))
    const found = dayjs(text.trim().replaceAll(/[.-]/g, '/').toUpperCase(), typed, true)
    return found.isValid() ? found.format(STORED) : null
  }
  return (
    <DateInput
      {...input}
      size="xs"
      withTime={withTime}
      valueFormat={format}
      placeholder={format}
      locale={i18n.language}
      hideOutsideDates
      // Weekends are not highlighted.
      weekendDays={[]}
      dateParser={parse}
      value={value === '' ? null : value.replace('T', ' ')}
      clearable
      ariaLabels={{ previousMonth: t('calendar.previous'), nextMonth: t('calendar.next') }}
      clearButtonProps={{ 'aria-label': t('clearField', { name: input.label }) }}
      // Inside a popover, a click in the calendar must not count as a click outside.
      popoverProps={{ withinPortal: false }}
      onChange={(next) =>
        onChange(next === null ? '' : dayjs(next).format(withTime ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DD'))
      }
    />
  )
}
