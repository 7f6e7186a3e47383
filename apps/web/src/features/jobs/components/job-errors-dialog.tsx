import { type BackgroundJob, listJobFailures } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { ItemLink } from './item-link.tsx'
import { useJobWords } from './job-words.ts'

const LIMIT = 100
type Failure = BackgroundJob['logFailed'][number]

interface JobErrorsDialogProps {
  job: BackgroundJob | undefined
  onClose: () => void
}

/** The items that a job could not do, each with a link to its page. */
export function JobErrorsDialog({ job, onClose }: JobErrorsDialogProps) {
  const { t } = useTranslation('jobs')
  const [last, setLast] = useState(job)
  if (job && job !== last) setLast(job)
  // The list must not vanish during the closing animation.
  const shown = job ?? last
  return (
    <Dialog opened={job !== undefined} onClose={onClose} title={t('errors.title')} size={760}>
      {shown && <Failures key={shown.id} job={shown} onClose={onClose} />}
    </Dialog>
  )
}

function Failures({ job, onClose }: { job: BackgroundJob; onClose: () => void }) {
  const { t } = useTranslation('jobs')
  const words = useJobWords()
  const [page, setPage] = useState(1)
  const request = { params: { id: job.id }, query: { page, limit: LIMIT } }
  const { data, isError, error, refetch } = useOperationQuery(listJobFailures, request, { keepPrevious: true })
  const nameOf = ({ id, name, code }: Failure) => (code === 'NOT_FOUND' && name === id ? t('errors.unknown') : name)
  const columns: Column<Failure>[] = [
    { key: 'category', header: t('errors.category'), render: () => words.category(job) },
    {
      key: 'item',
      header: t('errors.itemName'),
      wrap: true,
      render: (failure) => (
        <ItemLink failure={failure} onFollow={onClose}>
          {nameOf(failure)}
        </ItemLink>
      ),
    },
    { key: 'error', header: t('errors.error'), wrap: true, render: words.reason },
  ]
  if (isError && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} height={30} />
  return (
    <>
      <DataTable
        label={t('errors.title')}
        columns={columns}
        rows={data.rows}
        rowKey={({ id, name }) => `${id} ${name}`}
        place={{ first: (page - 1) * LIMIT, count: data.count }}
      />
      <Pager label={t('errors.title')} page={page} limit={LIMIT} count={data.count} onPage={setPage} />
    </>
  )
}
