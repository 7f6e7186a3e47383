import { Loader, Progress } from '@mantine/core'
import { type BackgroundJob, cancelJob } from '@winnow/contract'
import { IconAlertTriangle, IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { hasDetails, isActive, resultOf } from '../model/job-result.ts'
import { dismissJob, lookAtJobs } from '../state/jobs-store.ts'
import { JobCounts } from './job-counts.tsx'
import { useJobWords } from './job-words.ts'
import { RestoreButton } from './restore-button.tsx'
import css from './jobs.module.css'

/** The notification of a job without failures closes after this time. */
const SUCCESS_MS = 3_000

function ResultIcon({ job }: { job: BackgroundJob }) {
  const result = resultOf(job)
  if (result === 'queued' || result === 'running') return <Loader size={16} aria-hidden="true" />
  if (result === 'success') return <IconCheck size={18} aria-hidden="true" />
  return result === 'cancelled' ? (
    <IconBan size={18} aria-hidden="true" />
  ) : (
    <IconAlertTriangle size={18} aria-hidden="true" />
  )
}

/** The notification of a job: its progress, then its result. */
export function JobCard({ job, onDetails }: { job: BackgroundJob; onDetails: () => void }) {
  const { t } = useTranslation(['jobs', 'common'])
  const words = useJobWords()
  const [held, setHeld] = useState(false)
  const cancel = useOperation(cancelJob, { onSuccess: lookAtJobs })
  const result = resultOf(job)
  const close = useEffectEvent(() => dismissJob(job.id))
  const closesItself = result === 'success' && !held
  useEffect(() => {
    if (!closesItself) return undefined
    const timer = setTimeout(() => close(), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [closesItself])
  const title = words.title(job)
  const isAlert = result === 'error' || result === 'warning'
  const share = job.statQueued === 0 ? 0 : (100 * job.statProcessed) / job.statQueued
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the card is no control: the pointer or the focus in it only prevents that it closes
    <section
      className={css['card']}
      data-result={result}
      aria-label={title}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={css['icon']}>
        <ResultIcon job={job} />
      </span>
      <div className={css['text']}>
        <strong>{title}</strong>
        <span role={isAlert ? 'alert' : 'status'}>{words.state(job)}</span>
        {isActive(job) && <Progress value={share} animated size="sm" aria-label={t('progress')} />}
        <JobCounts job={job} />
      </div>
      <div className={css['actions']}>
        {hasDetails(job) && (
          <button type="button" className={css['link']} onClick={onDetails}>
            {t('showDetails')}
          </button>
        )}
        <RestoreButton job={job} onStarted={() => dismissJob(job.id)} />
        {isActive(job) && (
          <Button look="subtle" loading={cancel.isPending} onClick={() => cancel.mutate({ params: { id: job.id } })}>
            {t('cancel')}
          </Button>
        )}
      </div>
      {!isActive(job) && (
        <IconButton label={t('common:close')} size="sm" onClick={() => dismissJob(job.id)}>
          <IconX size={14} />
        </IconButton>
      )}
    </section>
  )
}
