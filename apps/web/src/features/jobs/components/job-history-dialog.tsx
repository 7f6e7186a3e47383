import { type BackgroundJob, cancelJob, listJobs } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type ListAddress, listControl } from '../../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../../ui/list-screen/list-screen.tsx'
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
  const [address, setAddress] = useState<ListAddress>({})
  const list = listControl(address, setAddress)
  const jobs = useOperationQuery(
    listJobs,
    { query: { page: list.page, limit: LIMIT } },
    { keepPrevious: true, staleTime: 0, quiet: true },
  )
  const columns: ListColumn<BackgroundJob>[] = [
    { key: 'what', name: t('history.what'), wrap: true, fixed: true, render: words.title },
    { key: 'who', name: t('history.who'), wrap: true, render: ({ userName }) => userName },
    {
      key: 'started',
      name: t('history.started'),
      render: ({ createdAt }) => <TimeText at={createdAt} seconds={false} bare />,
    },
    { key: 'state', name: t('history.state'), wrap: true, render: words.state },
    { key: 'counts', name: t('history.counts'), wrap: true, render: (job) => <JobCounts job={job} /> },
    {
      key: 'actions',
      name: t('history.actions'),
      hideName: true,
      wrap: true,
      render: (job) => <JobActions job={job} onDetails={() => onDetails(job)} />,
    },
  ]
  return (
    <ListScreen
      label={t('title')}
      query={jobs}
      list={list}
      limit={LIMIT}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('history.empty'), body: t('history.emptyBody') }}
      compact
    />
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
