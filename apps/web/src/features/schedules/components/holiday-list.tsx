import { Checkbox, NativeSelect } from '@mantine/core'
import type { NewHolidayLink } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { isChosen, type Listed, tick, untick, untickedBy } from '../model/holiday-link.ts'
import css from './holiday-picker.module.css'

interface HolidayListProps {
  holidays: readonly Listed[]
  link: NewHolidayLink
  onChange: (link: NewHolidayLink) => void
}

/** The holidays of a year that have one of the chosen types. Each can be unticked: in every year, or on its date. */
export function HolidayList({ holidays, link, onChange }: HolidayListProps) {
  const { t } = useTranslation('schedules')
  const formats = useFormats()
  const describe = ({ date, type }: Listed) =>
    `${formats.fullDate(new Date(`${date}T12:00:00Z`), 'UTC')} · ${t(`holidays.type.${type}`)}`
  return (
    <ul className={css['list']}>
      {holidays
        .filter(({ type }) => link.types.includes(type))
        .map((each) => {
          const by = untickedBy(link, each)
          return (
            <li key={`${each.date} ${each.name} ${each.type}`} className={css['holiday']}>
              <Checkbox
                checked={isChosen(link, each)}
                onChange={() => onChange(by ? tick(link, each) : untick(link, each, true))}
                label={each.name}
                description={describe(each)}
              />
              {by && (
                <NativeSelect
                  size="xs"
                  aria-label={t('holidays.rangeOf', { name: each.name })}
                  value={by.date === null ? 'every' : 'date'}
                  data={[
                    { value: 'every', label: t('holidays.everyYear') },
                    { value: 'date', label: t('holidays.onlyThis') },
                  ]}
                  onChange={(event) => onChange(untick(link, each, event.currentTarget.value === 'every'))}
                />
              )}
            </li>
          )
        })}
    </ul>
  )
}
