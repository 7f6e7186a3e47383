import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { fillHours, type Hour, windowOf } from './fill-hours.ts'
import css from './home.module.css'
import type { Home } from './use-home.ts'

function target(hour: Hour) {
  return { to: '/cams/alarms/{-$id}', params: { id: undefined }, search: windowOf(hour.hour) } as const
}

/** Alarms by hour; a bar leads to the alarms of its hour. */
export function HoursPanel({ home }: { home: Home }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const router = useRouter()
  const hours = useMemo(() => fillHours(home), [home])
  const days = hours.length > 30
  const tick = (hour: Hour) => {
    const at = new Date(hour.hour)
    const clock = formats.time(at, undefined, { seconds: false })
    const hourOfDay = Number(formats.hour24(at))
    if (days) return hourOfDay === 0 ? formats.date(at).slice(0, 5) : ''
    return hourOfDay % 3 === 0 ? clock : ''
  }
  return (
    <section className={css['panel']} aria-labelledby="by-hour">
      <header className={css['panelHead']}>
        <h2 id="by-hour" className={css['heading']}>
          {t('byHour')}
        </h2>
        <span className={css['hint']}>{t('byHourHint')}</span>
      </header>
      <StackedBars
        label={t('byHour')}
        rows={hours}
        series={[
          { key: 'passed', name: t('passed'), color: 'var(--wn-passed-fill)' },
          { key: 'unverified', name: t('unverified'), color: 'var(--wn-unverified-fill)' },
          { key: 'filtered', name: t('filtered'), color: 'var(--wn-filtered-fill)' },
          ...(home.outside > 0 ? [{ key: 'outside' as const, name: t('outside'), color: 'var(--wn-text-faint)' }] : []),
        ]}
        tick={tick}
        describe={(hour) =>
          t('barLabel', {
            time: `${formats.dateTime(new Date(hour.hour), undefined, { seconds: false })} ${formats.zoneName(new Date(hour.hour))}`,
            passed: formats.number(hour.passed),
            unverified: formats.number(hour.unverified),
            filtered: formats.number(hour.filtered),
          })
        }
        href={(hour) => router.buildLocation(target(hour)).href}
        onOpen={(hour) => void router.navigate(target(hour))}
      />
    </section>
  )
}
