import { reasonsFor, type ReviewedCompany, type SampledAlarm } from '@winnow/contract'
import { IconArrowsShuffle, IconEyeOff } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useCommands } from '../../lib/commands/use-commands.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { DrawPanel } from './draw-panel.tsx'
import { NoCompany } from './no-company.tsx'
import { sampleCommands } from './sample-commands.ts'
import { SampleFacts, SampleLabel } from './sample-label.tsx'
import { SampleSide } from './sample-side.tsx'
import { SampleStage, shownFrames } from './sample-stage.tsx'
import css from './supervisor.module.css'
import { type Shown, useSample, useSampledAlarm } from './use-sample.ts'

/** What is shown while no alarm is to be labelled: why, and what to do. */
function NothingToLabel({ companies, onDrawn }: { companies: readonly ReviewedCompany[]; onDrawn: () => void }) {
  const { t } = useTranslation('supervisor')
  if (companies.length === 0) return <NoCompany />
  const isNew = companies.every(({ drawn }) => drawn === 0)
  return (
    <EmptyState
      icon={<IconArrowsShuffle size={32} stroke={1.5} />}
      title={t(isNew ? 'empty.new' : 'empty.done')}
      action={<DrawPanel companies={companies} onDrawn={onDrawn} />}
    >
      <p>{t('empty.body')}</p>
    </EmptyState>
  )
}

/** The open alarm, and the way through the sample. The alarm stays on screen after its label, so that its verdict can be read. */
function useOpenAlarm(rows: readonly SampledAlarm[] | undefined, waiting: readonly SampledAlarm[] | undefined) {
  const params = useParams({ strict: false })
  const navigate = useNavigate()
  const id = params.id ?? waiting?.[0]?.id
  const sampled = useSampledAlarm(id)
  const frames = shownFrames(sampled.alarm)
  const [place, setPlace] = useState<{ id: string | undefined; at: number }>({ id, at: 0 })
  const at = place.id === id ? Math.min(place.at, Math.max(0, frames.length - 1)) : 0
  const open = (next: string | undefined) =>
    void navigate({ to: '/super/alarms/{-$id}', params: { id: next }, replace: next === undefined })
  const step = (by: 1 | -1) => {
    const index = rows?.findIndex((row) => row.id === id) ?? -1
    const next = index === -1 ? rows?.[0] : rows?.[index + by]
    if (next) open(next.id)
  }
  return {
    ...sampled,
    id,
    frames,
    at,
    open,
    step,
    pick: (to: number) => setPlace({ id, at: to }),
    label(to: boolean, reason?: Parameters<typeof sampled.label>[1]) {
      // The list loses the alarm with its label; the address keeps it on screen.
      if (params.id === undefined && id !== undefined)
        void navigate({ to: '/super/alarms/{-$id}', params: { id }, replace: true })
      sampled.label(to, reason ?? null)
    },
    goOn: () => open(waiting?.find((row) => row.id !== id)?.id),
  }
}

type Open = ReturnType<typeof useOpenAlarm>

function useSampleKeys(open: Open): void {
  const { alarm, frames, at, isSaving } = open
  useCommands(
    'sample',
    sampleCommands({
      has: () => alarm !== undefined && !isSaving,
      label: (to) => open.label(to),
      reason(digit) {
        const truth = alarm?.label?.groundTruth ?? false
        const reason = reasonsFor(truth)[digit - 1]
        if (reason !== undefined) open.label(truth, reason)
      },
      step: open.step,
      picture: (by) => open.pick(Math.min(Math.max(at + by, 0), Math.max(0, frames.length - 1))),
      isLabelled: () => alarm !== undefined && alarm.label !== null,
      goOn: open.goOn,
    }),
  )
}

/** The alarm with its pictures and label, or why it cannot be seen. */
function OpenAlarm({ open }: { open: Open }) {
  const { t } = useTranslation('supervisor')
  const { alarm, query } = open
  if (query.error instanceof RequestError && query.error.status === 404)
    return (
      <EmptyState
        icon={<IconEyeOff size={28} stroke={1.5} />}
        title={t('gone.title')}
        action={<Button onClick={() => open.open(undefined)}>{t('gone.action')}</Button>}
      >
        <p>{t('gone.body')}</p>
      </EmptyState>
    )
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={css['alarm']}>
      <div className={css['pictures']}>
        {alarm ? (
          <SampleStage alarm={alarm} frames={open.frames} at={open.at} onPick={open.pick} />
        ) : (
          <div className={css['stage']}>
            <Skeleton height="100%" />
          </div>
        )}
      </div>
      <aside className={css['about']} aria-label={t('sample.about')}>
        {alarm && <SampleFacts alarm={alarm} />}
        {alarm && (
          <SampleLabel
            alarm={alarm}
            isSaving={open.isSaving}
            onLabel={(...said) => open.label(...said)}
            onGoOn={() => open.goOn()}
          />
        )}
      </aside>
    </div>
  )
}

/** The sample of a supervisor: one alarm after another, labelled without knowing the verdict. */
export function SamplePage() {
  const { t } = useTranslation('supervisor')
  const narrow = useIsNarrow()
  const [shown, setShown] = useState<Shown>('unlabelled')
  const { companies, waiting, list, rows } = useSample(shown)
  const open = useOpenAlarm(rows, waiting.data?.rows)
  useSampleKeys(open)
  const failed = [companies, waiting, list].find(({ isError, data }) => isError && data === undefined)
  const all = companies.data?.rows ?? []
  const count = (of: 'drawn' | 'labelled') => all.reduce((sum, row) => sum + row[of], 0)
  const counts = { unlabelled: waiting.data?.count ?? 0, labelled: count('labelled') }
  const isEmpty = open.id === undefined
  if (failed)
    return (
      <PageLayout title={t('sample.title')} variant="flush" hideHeader>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </PageLayout>
    )
  const showsList = !narrow && count('drawn') > 0
  return (
    <PageLayout title={t('sample.title')} variant="flush" hideHeader>
      <div className={css['screen']} data-narrow={narrow || undefined}>
        {showsList && <SampleSide rows={rows} current={open.id} shown={shown} onShow={setShown} counts={counts} />}
        <div className={css['main']}>
          {count('drawn') > 0 && (
            <div className={css['bar']}>
              <progress max={count('drawn')} value={counts.labelled} aria-label={t('sample.title')} />
              <span>{t('sample.progress', { done: counts.labelled, all: count('drawn') })}</span>
            </div>
          )}
          {!isEmpty && <OpenAlarm open={open} />}
          {isEmpty && companies.data && waiting.data && (
            <NothingToLabel companies={all} onDrawn={() => open.open(undefined)} />
          )}
        </div>
      </div>
    </PageLayout>
  )
}
