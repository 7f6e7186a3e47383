import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { analysedOf } from './fill-hours.ts'
import css from './home.module.css'
import type { Home } from './use-home.ts'

const COUNTED = ['received', 'passed', 'unverified', 'filtered', 'waiting', 'outside'] as const

/**
 * Returns the verdict filter of a figure's link. The list hides alarms that were not judged (`outside`), unless the filter
 * includes them.
 */
function verdictOf(kind: (typeof COUNTED)[number], { outside }: Home): { verdict?: string } {
  if (kind !== 'received') return { verdict: kind }
  return outside === 0 ? {} : { verdict: COUNTED.filter((other) => other !== 'received').join(',') }
}

function Figure({
  name,
  kind,
  children,
  note,
}: {
  name: string
  kind?: string
  children: ReactNode
  note?: ReactNode
}) {
  return (
    <div className={css['figure']}>
      <dt className={css['name']} data-kind={kind}>
        {name}
      </dt>
      <dd className={css['value']}>{children}</dd>
      {note && <dd className={css['note']}>{note}</dd>}
    </div>
  )
}

/** The counts of the window; each links to its alarms. */
export function Figures({ home, hours }: { home: Home; hours: 24 | 168 }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  return (
    <dl className={css['figures']}>
      {COUNTED.map((kind) => (
        <Figure key={kind} name={t(kind)} kind={kind}>
          <Link
            to="/cams/alarms/{-$id}"
            params={{ id: undefined }}
            search={{ window: hours === 168 ? '7d' : '24h', ...verdictOf(kind, home) }}
          >
            {formats.number(home[kind])}
          </Link>
        </Figure>
      ))}
      <Figure
        name={t('filteredShare')}
        note={home.filteredShare === null ? t('noneAnalysed') : t('ofBase', { base: formats.number(analysedOf(home)) })}
      >
        {home.filteredShare === null ? '–' : formats.share(home.filteredShare)}
      </Figure>
      <Figure
        name={t('latency')}
        note={
          home.latency && (
            <span title={t('latencyOver', { count: home.latency.alarms })}>
              {t('latencyP95', { duration: formats.duration(home.latency.p95) })}
            </span>
          )
        }
      >
        {home.latency ? formats.duration(home.latency.p50) : '–'}
      </Figure>
    </dl>
  )
}
