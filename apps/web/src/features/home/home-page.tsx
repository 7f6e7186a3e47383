import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { may } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { GuideButton } from '../guides/index.ts'
import { Account } from './account.tsx'
import { Attention } from './attention.tsx'
import { Counts } from './counts.tsx'
import { DetectorsCard } from './detectors-card.tsx'
import { EmptyHome } from './empty-home.tsx'
import { FirstStepsPanel } from './first-steps/first-steps-panel.tsx'
import { HealthPanel } from './health/health-panel.tsx'
import { FiguresSkeleton, HomeSkeleton, HoursSkeleton } from './home-skeleton.tsx'
import css from './home.module.css'
import { HomeLearningPanel } from './learning/learning-panel.tsx'
import { RankingPanel } from './ranking-panel.tsx'
import { Shares } from './shares.tsx'
import { type HomeFigures, type HomeHours, useFigures } from './use-figures.ts'
import { type Home, useHome } from './use-home.ts'

// The chart library is as large as the rest of the page, so the figures do not wait for it.
const SeriesPanel = lazy(async () => ({ default: (await import('./series-panel.tsx')).SeriesPanel }))

const WINDOWS = [24, 168] as const

/** Home: the number of alarms, how well the filter works, and what needs attention. Each number leads to what it counts. */
export function HomePage() {
  const { t } = useTranslation(['home', 'common'])
  const formats = useFormats()
  const user = useUser()
  const { hours = 24, by } = useSearch({ from: '/cams/dashboard' })
  const home = useHome(hours, formats.zone)
  const figures = useFigures(hours, hours === 24 ? 'hour' : (by ?? 'day'), formats.zone)
  return (
    <PageLayout
      title={t('title')}
      variant="wide"
      subtitle={
        <span className={css['live']} data-live={home.isLive || undefined}>
          {home.isLive ? t('live') : ''}
        </span>
      }
      actions={<Actions hours={hours} shown={figures.data} />}
    >
      {home.data ? (
        <div className={css['page']} aria-busy={home.isPlaceholderData || figures.isPlaceholderData}>
          <FirstStepsPanel />
          <Attention attention={home.data.attention} />
          {may(user, 'detectors.manage') && <DetectorsCard />}
          <Account account={home.data.account} />
          {figures.data ? (
            <AlarmFigures home={home.data} figures={figures.data} hours={hours} />
          ) : figures.error ? (
            <ErrorState error={figures.error} onRetry={() => void figures.refetch()} compact />
          ) : (
            <FiguresSkeleton />
          )}
          {may(user, 'clients.see') && <HomeLearningPanel />}
          <HealthPanel />
        </div>
      ) : home.error ? (
        <ErrorState error={home.error} onRetry={() => void home.refetch()} />
      ) : (
        <HomeSkeleton />
      )}
    </PageLayout>
  )
}

/** The time that the figures are of, and what can be chosen. */
function Actions({ hours, shown }: { hours: HomeHours; shown: { since: string; till: string } | undefined }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const user = useUser()
  return (
    <>
      <span className={css['zone']}>
        {shown && (
          <>
            <TimeText at={shown.since} seconds={false} bare /> – <TimeText at={shown.till} seconds={false} bare />{' '}
            {formats.namedZone(new Date(shown.till))}
          </>
        )}
      </span>
      {may(user, 'clients.see') && (
        <LinkButton to="/cams/response-times" look="subtle" size="xs">
          {t('responseTimes')}
        </LinkButton>
      )}
      <WindowChoice hours={hours} />
      <GuideButton page="dashboard" />
    </>
  )
}

/** The last day or the last week. */
function WindowChoice({ hours }: { hours: HomeHours }) {
  const { t } = useTranslation('home')
  const navigate = useNavigate({ from: '/cams/dashboard' })
  return (
    <SegmentedControl
      aria-label={t('window.label')}
      data={WINDOWS.map((value) => ({ value: String(value), label: t(`window.${value}`) }))}
      value={String(hours)}
      onChange={(value) =>
        void navigate({
          search: (before) => ({ ...before, hours: value === '168' ? 168 : undefined, by: undefined }),
          replace: true,
        })
      }
    />
  )
}

/** The alarms of the window: their numbers, how well they were filtered, when and where they came. */
function AlarmFigures({ home, figures, hours }: { home: Home; figures: HomeFigures; hours: HomeHours }) {
  return (
    <>
      <Counts figures={figures} />
      <Shares figures={figures} latency={home.latency} />
      {figures.total.received === 0 ? (
        <EmptyHome since={figures.since} account={home.account} />
      ) : (
        <Suspense fallback={<HoursSkeleton />}>
          <SeriesPanel figures={figures} choosesStep={hours === 168} />
        </Suspense>
      )}
      {(figures.total.received > 0 || figures.before.received > 0) && (
        <RankingPanel hours={hours} before={figures.before} />
      )}
    </>
  )
}
