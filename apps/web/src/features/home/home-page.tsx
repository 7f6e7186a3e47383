import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { may } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { Attention } from './attention.tsx'
import { DetectorsCard } from './detectors-card.tsx'
import { EmptyHome } from './empty-home.tsx'
import { Figures } from './figures.tsx'
import { HomeSkeleton, HoursSkeleton } from './home-skeleton.tsx'
import css from './home.module.css'
import { useHome } from './use-home.ts'

// The chart library is as large as the rest of the page, so the figures do not wait for it.
const HoursPanel = lazy(async () => ({ default: (await import('./hours-panel.tsx')).HoursPanel }))

const WINDOWS = [24, 168] as const

/** Home: the number of alarms, their verdicts, the speed, and what needs attention. */
export function HomePage() {
  const { t } = useTranslation(['home', 'common'])
  const formats = useFormats()
  const user = useUser()
  const { hours = 24 } = useSearch({ from: '/cams/dashboard' })
  const navigate = useNavigate({ from: '/cams/dashboard' })
  const home = useHome(hours, formats.zone)
  return (
    <PageLayout
      title={t('title')}
      variant="wide"
      subtitle={
        <span className={css['live']} data-live={home.isLive || undefined}>
          {home.isLive ? t('live') : ''}
        </span>
      }
      actions={
        <>
          <span className={css['zone']}>
            {home.data && t('common:zone', { zone: formats.namedZone(new Date(home.data.now)) })}
          </span>
          <SegmentedControl
            aria-label={t('window.label')}
            data={WINDOWS.map((value) => ({ value: String(value), label: t(`window.${value}`) }))}
            value={String(hours)}
            onChange={(value) => void navigate({ search: { hours: value === '168' ? 168 : undefined }, replace: true })}
          />
        </>
      }
    >
      {home.data ? (
        <div className={css['page']} aria-busy={home.isPlaceholderData}>
          <Attention attention={home.data.attention} />
          {may(user, 'detectors.manage') && <DetectorsCard />}
          <Figures home={home.data} hours={hours} />
          {home.data.received === 0 ? (
            <EmptyHome home={home.data} />
          ) : (
            <Suspense fallback={<HoursSkeleton />}>
              <HoursPanel home={home.data} />
            </Suspense>
          )}
        </div>
      ) : home.error ? (
        <ErrorState error={home.error} onRetry={() => void home.refetch()} />
      ) : (
        <HomeSkeleton />
      )}
    </PageLayout>
  )
}
