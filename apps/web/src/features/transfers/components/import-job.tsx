import { type BackgroundJob, cancelJob, getJobState } from '@winnow/contract'
import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { useErrorText } from '../../../ui/error-text.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isActive, JobCounts, resultOf, useJobWords } from '../../jobs/index.ts'
import css from './transfers.module.css'

/** The progress of an import and, at its end, its result. */
export function ImportJob({ job, error }: { job: BackgroundJob | undefined; error: unknown }) {
  const { t } = useTranslation(['transfers', 'jobs'])
  const words = useJobWords()
  const errorText = useErrorText()
  const cancel = useOperation(cancelJob, { invalidates: [getJobState] })
  if (!job)
    return (
      <div className={css['job']}>
        {error ? (
          <span role="alert">
            {t('noJob')} {errorText(error)}
          </span>
        ) : (
          <Skeleton width={220} />
        )}
      </div>
    )
  const share = job.statQueued === 0 ? 0 : (100 * job.statProcessed) / job.statQueued
  return (
    <div className={css['job']} data-result={resultOf(job)} role="group" aria-label={t('job')}>
      <div className={css['row']}>
        <strong role="status">{words.state(job)}</strong>
        <JobCounts job={job} />
        {isActive(job) && (
          <Button
            size="compact-sm"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: job.id } })}
          >
            {t('jobs:cancel')}
          </Button>
        )}
      </div>
      {isActive(job) && <Progress value={share} animated size="sm" aria-label={t('jobs:progress')} />}
      {job.cancelledBy !== null && <span className={css['note']}>{t('cancelled')}</span>}
    </div>
  )
}
