import type { DetectorsOverview } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AtHandTable } from './at-hand-table.tsx'
import { ComparePanel } from './compare-panel.tsx'
import css from './detectors.module.css'
import { DropFiles } from './drop-files.tsx'
import { InUseTable } from './in-use-table.tsx'
import { MachineProblems } from './machine-problems.tsx'
import { SetsTable } from './sets-table.tsx'
import { TaskPanel } from './task-panel.tsx'
import { isUnderWay, useDetectors } from './use-detectors.ts'

/** The detectors of the installation: detectors in use, better detectors, and how to get these. */
export function DetectorsPage() {
  const { t } = useTranslation('detectors')
  const query = useDetectors()
  return (
    <PageLayout title={t('title')} variant="wide">
      {query.isPending ? (
        <SkeletonRows rows={10} />
      ) : query.data ? (
        <Overview overview={query.data} />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
    </PageLayout>
  )
}

function Overview({ overview }: { overview: DetectorsOverview }) {
  const { t } = useTranslation('detectors')
  const busy = isUnderWay(overview)
  return (
    <div className={css['page']}>
      <p className={css['intro']}>{t('intro')}</p>
      <TaskPanel task={overview.task} />
      <MachineProblems overview={overview} />
      <InUseTable overview={overview} busy={busy} />
      <SetsTable overview={overview} busy={busy} />
      <AtHandTable overview={overview} busy={busy} />
      <DropFiles busy={busy} />
      <ComparePanel overview={overview} busy={busy} />
    </div>
  )
}
