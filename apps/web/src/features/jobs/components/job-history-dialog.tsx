import { type BackgroundJob, cancelJob, listJobs } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { hasDetails, isActive } from '../model/job-result.ts'
import { lookAtJobs } from '../state/jobs-store.ts'
import { JobCounts } from './job-counts.tsx'
import { useJobWords } from './job-words.ts'
import { RestoreButton } from './restore-button.tsx'
import css from './jobs.module.css'

const LIMIT = 30

interface JobHistoryDialogProps {
  opened: boolean
  onClose: () => void
  onDetails: (job: BackgroundJob) => void
}

/** All jobs that the user may see, latest first. */
export function JobHistoryDialog({ opened, onClose, onDetails }: JobHistoryDialogProps) {
  const { t } = useTranslation('jobs')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size={960}>
      {opened && <History onDetails={onDetails} />}
    </Dialog>
  )
}

function History({ onDetails }: Pick<JobHistoryDialogProps, 'onDetails'>) {
  const { t } = useTranslation('jobs')
  const words = useJobWords()
  const [page, setPage] = useState(1)
  const { data, isError, error, refetch } = useOperationQuery(
    listJobs,
    { query: { page, limit: LIMIT } },
    { keepPrevious: true, staleTime: 0 },
  )
  const columns: Column<BackgroundJob>[] = [
    { key: 'what', header: t('history.what'), wrap: true, render: words.title },
    { key: 'who', header: t('history.who'), wrap: true, render: ({ userName }) => userName },
    {
      key: 'started',
      header: t('history.started'),
      render: ({ createdAt }) => <TimeText at={createdAt} seconds={false} bare />,
    },
    { key: 'state', header: t('history.state'), wrap: true, render: words.state },
    { key: 'counts', header: t('history.counts'), wrap: true, render: (job) => <JobCounts job={job} /> },
    {
      key: 'actions',
      header: <span className={css['hidden']}>{t('history.actions')}</span>,
      render: (job) => <JobActions job={job} onDetails={() => onDetails(job)} />,
    },
  ]
  if (isError && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} height={40} />
  if (data.count === 0)
    return (
      <EmptyState compact title={t('history.empty')}>
        <p>{t('history.emptyBody')}</p>
      </EmptyState>
    )
  return (
    <>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={data.rows}
        rowKey={({ id }) => id}
        place={{ first: (page - 1) * LIMIT, count: data.count }}
      />
      <Pager label={t('title')} page={page} limit={LIMIT} count={data.count} onPage={setPage} />
    </>
  )
}

function JobActions({ job, onDetails }: { job: BackgroundJob; onDetails: () => void }) {
  const { t } = useTranslation('jobs')
  const cancel = useOperation(cancelJob, { invalidates: [listJobs], onSuccess: lookAtJobs })
  return (
    <span className={css['rowActions']}>
      {hasDetails(job) && (
        <button type="button" className={css['link']} onClick={onDetails}>
          {t('showDetails')}
        </button>
      )}
      <RestoreButton job={job} />
      {isActive(job) && (
        <Button look="subtle" loading={cancel.isPending} onClick={() => cancel.mutate({ params: { id: job.id } })}>
          {t('cancel')}
        </Button>
      )}
    </span>
  )
}
