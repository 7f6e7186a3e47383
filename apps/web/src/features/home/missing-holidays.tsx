import { Link } from '@tanstack/react-router'
import { IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Item } from './attention-item.tsx'
import type { Home } from './use-home.ts'

type Missing = Home['attention']['missingHolidays'][number]

function Way({ to: { kind, id } }: { to: Missing }) {
  const { t } = useTranslation('home')
  if (kind === 'template') return <Link to="/cams/schedules">{t('attention.holidays.openTemplates')}</Link>
  const search = kind === 'site' ? { site: id, tab: 'schedule' as const } : { cam: id, tab: 'schedule' as const }
  return (
    <Link to="/cams/clients/u" search={search}>
      {t('attention.holidays.open')}
    </Link>
  )
}

/** A schedule for which the holidays of a year are not known, so that its cameras count all day. */
export function MissingHolidays({ missing, openable }: { missing: Missing; openable: boolean }) {
  const { t } = useTranslation('home')
  const { name, regionId: region, years } = missing
  return (
    <Item icon={IconCalendarOff} action={openable && <Way to={missing} />}>
      {t('attention.holidays.text', { name, region, years: years.join(', ') })}
    </Item>
  )
}
