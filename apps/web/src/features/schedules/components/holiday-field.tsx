import type { LinkedHolidays, NewHolidayLink } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import css from './holiday-field.module.css'
import { HolidayPicker } from './holiday-picker.tsx'
import { LinkText } from './link-text.tsx'

interface HolidayFieldProps {
  link: NewHolidayLink | null
  /** The holidays that the schedule is linked to now, with the lists that are kept. */
  kept: LinkedHolidays | null
  error: string | undefined
  onChange: (link: NewHolidayLink | null) => void
}

/** The link of a schedule to the holidays of a region. */
export function HolidayField({ link, kept, error, onChange }: HolidayFieldProps) {
  const { t } = useTranslation('schedules')
  const [picking, setPicking] = useState(false)
  const isKept = link !== null && kept !== null && link.regionId === kept.regionId && !link.renew
  return (
    <section className={css['section']} aria-label={t('holidays.title')}>
      <h3 className={css['title']}>{t('holidays.title')}</h3>
      {link ? (
        <LinkText link={link} missingYears={isKept ? kept.missingYears : []} />
      ) : (
        <p className={css['hint']}>{t('holidays.notLinked')}</p>
      )}
      {link?.renew && <p className={css['hint']}>{t('holidays.renewed')}</p>}
      {error !== undefined && (
        <p className={css['error']} role="alert">
          {error}
        </p>
      )}
      <div className={css['buttons']}>
        <Button size="compact-sm" onClick={() => setPicking(true)}>
          {t(link ? 'holidays.change' : 'holidays.link')}
        </Button>
        {link && (
          <Button size="compact-sm" onClick={() => onChange(null)}>
            {t('holidays.unlink')}
          </Button>
        )}
      </div>
      <HolidayPicker
        opened={picking}
        link={link}
        kept={kept}
        onClose={() => setPicking(false)}
        onApply={(next) => {
          setPicking(false)
          onChange(next)
        }}
      />
    </section>
  )
}
