import { useNavigate, useRouter } from '@tanstack/react-router'
import { SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { COUNTED, listOf } from './alarm-links.ts'
import css from './home.module.css'
import type { HomeFigures } from './use-figures.ts'

type Step = HomeFigures['series'][number] & { till: string }

/** The steps with their ends: each ends where the next one begins. */
export function withEnds({ series, till }: Pick<HomeFigures, 'series' | 'till'>): Step[] {
  return series.map((step, index) => ({ ...step, till: series[index + 1]?.at ?? till }))
}

const COLOURS = {
  passed: 'var(--wn-passed-fill)',
  unverified: 'var(--wn-unverified-fill)',
  filtered: 'var(--wn-filtered-fill)',
  waiting: 'var(--wn-waiting)',
  outside: 'var(--wn-text-faint)',
} as const

const target = ({ at, till }: Step) =>
  ({ to: '/cams/alarms/{-$id}', params: { id: undefined }, search: listOf('received', { since: at, till }) }) as const

/** The words for the steps of the chart. */
function useStepWords({ timezone, step }: HomeFigures, count: number) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const isByDay = step === 'day'
  const tick = ({ at }: Step) => {
    const date = new Date(at)
    if (isByDay) return formats.date(date, timezone).slice(0, 5)
    const hour = Number(formats.hour24(date, timezone))
    if (count > 30) return hour === 0 ? formats.date(date, timezone).slice(0, 5) : ''
    return hour % 3 === 0 ? formats.time(date, timezone, { seconds: false }) : ''
  }
  const timeOf = ({ at }: Step) => {
    const date = new Date(at)
    const zone = formats.zoneName(date, timezone)
    return isByDay
      ? `${formats.longDate(date, timezone)} ${zone}`
      : `${formats.dateTime(date, timezone, { seconds: false })} ${zone}`
  }
  const describe = (row: Step) =>
    t(row.received === 0 ? 'barEmpty' : 'bar', {
      time: timeOf(row),
      received: formats.number(row.received),
      parts: COUNTED.filter((kind) => row[kind] > 0)
        .map((kind) => `${formats.number(row[kind])} ${t(kind).toLocaleLowerCase()}`)
        .join(', '),
    })
  return { tick, describe }
}

/** Days or hours. */
function StepChoice({ isByDay }: { isByDay: boolean }) {
  const { t } = useTranslation('home')
  const navigate = useNavigate({ from: '/cams/dashboard' })
  return (
    <SegmentedControl
      className={css['choice']}
      size="xs"
      aria-label={t('step.label')}
      data={[
        { value: 'day', label: t('step.day') },
        { value: 'hour', label: t('step.hour') },
      ]}
      value={isByDay ? 'day' : 'hour'}
      onChange={(by) =>
        void navigate({
          search: (before) => ({ ...before, by: by === 'hour' ? 'hour' : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}

/** Alarms by hour or day of the zone; a bar leads to the alarms of its step. */
export function SeriesPanel({ figures, choosesStep }: { figures: HomeFigures; choosesStep: boolean }) {
  const { t } = useTranslation(['home', 'common'])
  const formats = useFormats()
  const router = useRouter()
  const rows = useMemo(() => withEnds(figures), [figures])
  const { timezone, total } = figures
  const isByDay = figures.step === 'day'
  const { tick, describe } = useStepWords(figures, rows.length)
  return (
    <section className={css['panel']} aria-labelledby="by-step">
      <header className={css['panelHead']}>
        <h2 id="by-step" className={css['heading']}>
          {t(isByDay ? 'byDay' : 'byHour')}
        </h2>
        <span className={css['hint']}>
          {t('byHourHint')} · {t('common:zone', { zone: formats.namedZone(new Date(figures.till), timezone) })}
        </span>
        {choosesStep && <StepChoice isByDay={isByDay} />}
      </header>
      <StackedBars
        label={t(isByDay ? 'byDay' : 'byHour')}
        rows={rows}
        series={COUNTED.filter((kind) => total[kind] > 0 || (kind !== 'waiting' && kind !== 'outside')).map((kind) => ({
          key: kind,
          name: t(kind),
          color: COLOURS[kind],
        }))}
        tick={tick}
        describe={describe}
        href={(row) => router.buildLocation(target(row)).href}
        onOpen={(row) => void router.navigate(target(row))}
      />
    </section>
  )
}
