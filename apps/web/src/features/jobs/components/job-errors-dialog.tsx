import { type BackgroundJob, type JobFailure, listJobFailures } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { type ListAddress, listControl } from '../../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../../ui/list-screen/list-screen.tsx'
import { ItemLink } from './item-link.tsx'
import css from './job-errors-dialog.module.css'
import { useJobWords } from './job-words.ts'

const LIMIT = 100

interface JobErrorsDialogProps {
  job: BackgroundJob | undefined
  onClose: () => void
}

/** The items on which a job failed, each with a link to its page. */
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
  const reason = words.reasonIn(job)
  const [address, setAddress] = useState<ListAddress>({})
  const list = listControl(address, setAddress)
  const request = { params: { id: job.id }, query: { page: list.page, limit: LIMIT } }
  const failures = useOperationQuery(listJobFailures, request, { keepPrevious: true, quiet: true })
  const nameOf = ({ id, name, code }: JobFailure) => (code === 'NOT_FOUND' && name === id ? t('errors.unknown') : name)
  const columns: ListColumn<JobFailure>[] = [
    {
      key: 'item',
      name: t('errors.itemName'),
      wrap: true,
      fixed: true,
      render: (failure) => (
        <>
          <ItemLink failure={failure} onFollow={onClose}>
            {nameOf(failure)}
          </ItemLink>
          {failure.place !== null && <small className={css['place']}>{failure.place}</small>}
        </>
      ),
      text: (failure) => (failure.place === null ? nameOf(failure) : `${failure.place} / ${nameOf(failure)}`),
    },
    { key: 'error', name: t('errors.error'), wrap: true, render: reason, text: reason },
  ]
  return (
    <ListScreen
      label={t('errors.title')}
      query={failures}
      list={list}
      limit={LIMIT}
      columns={[
        {
          key: 'category',
          name: t('errors.category'),
          render: () => words.category(job),
          text: () => words.category(job),
        },
        ...columns,
      ]}
      rowKey={({ id, name }) => `${id} ${name}`}
      empty={{ title: t('errors.none') }}
      compact
    />
  )
}
