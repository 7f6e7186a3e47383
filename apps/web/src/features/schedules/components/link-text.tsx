import { listHolidayRegions, type NewHolidayLink } from '@winnow/contract'
import { IconAlertTriangle, IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import css from './holiday-field.module.css'

/** The list of regions does not change while the console is open. */
export const LASTING = { staleTime: Number.POSITIVE_INFINITY, quiet: true } as const

interface LinkTextProps {
  link: Pick<NewHolidayLink, 'regionId' | 'types' | 'unticked'>
  missingYears: readonly number[]
}

/** The holidays that a schedule is linked to, in words, and what is not known of them. */
export function LinkText({ link: { regionId, types, unticked }, missingYears }: LinkTextProps) {
  const { t, i18n } = useTranslation('schedules')
  const list = (items: readonly string[]) => new Intl.ListFormat(i18n.language).format(items)
  const regions = useOperationQuery(listHolidayRegions, {}, LASTING)
  const region = regions.data?.find(({ id }) => id === regionId)?.label ?? regionId
  return (
    <>
      <p className={css['link']}>
        <IconCalendarOff size={16} aria-hidden="true" />
        <span>
          {t('holidays.summary', { region, types: list(types.map((type) => t(`holidays.type.${type}`))) })}
          {unticked.length > 0 && ` · ${t('holidays.unticked', { count: unticked.length })}`}
        </span>
      </p>
      {missingYears.length > 0 && (
        <p className={css['missing']} role="status">
          <IconAlertTriangle size={16} aria-hidden="true" />
          <span>{t('holidays.missing', { years: list(missingYears.map(String)) })}</span>
        </p>
      )}
    </>
  )
}
