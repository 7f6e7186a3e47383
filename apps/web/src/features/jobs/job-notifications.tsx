import type { BackgroundJob } from '@winnow/contract'
import { IconList } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../lib/commands/use-commands.ts'
import { useStore } from '../../lib/create-store.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { JOB_CARDS, useRoom } from '../../ui/use-room.ts'
import { JobCard } from './components/job-card.tsx'
import { JobErrorsDialog } from './components/job-errors-dialog.tsx'
import { JobHistoryDialog } from './components/job-history-dialog.tsx'
import { historyStore, jobsStore } from './state/jobs-store.ts'
import { useJobWatch } from './state/use-job-watch.ts'
import css from './components/jobs.module.css'

/** Shows the notifications of background jobs on every page to users who may see jobs. */
export function JobNotifications() {
  return useMay('node.read') ? <Notifications /> : null
}

function Notifications() {
  const { companyId } = useUser()
  useJobWatch(companyId)
  const jobs = useStore(jobsStore, (state) => state.jobs)
  const isHistoryOpen = useStore(historyStore)
  const [details, setDetails] = useState<BackgroundJob>()
  // After a logout the next user starts without the dialog.
  useEffect(() => () => historyStore.set(false), [])
  useCommands('jobs', [
    {
      id: 'jobs.history',
      name: 'shell:command.jobs',
      section: 'shell:section.general',
      run: () => historyStore.set(true),
    },
  ])
  return (
    <>
      {jobs.length > 0 && <JobCards jobs={jobs} onDetails={setDetails} />}
      <JobHistoryDialog opened={isHistoryOpen} onClose={() => historyStore.set(false)} onDetails={setDetails} />
      <JobErrorsDialog job={details} onClose={() => setDetails(undefined)} />
    </>
  )
}

interface JobCardsProps {
  jobs: readonly BackgroundJob[]
  onDetails: (job: BackgroundJob) => void
}

/** The cards of the jobs at the bottom right, above the strip of offers. */
function JobCards({ jobs, onDetails }: JobCardsProps) {
  const { t } = useTranslation('jobs')
  return (
    <section ref={useRoom<HTMLElement>(JOB_CARDS)} className={css['stack']} aria-label={t('region')}>
      <div className={css['cards']}>
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} onDetails={() => onDetails(job)} />
        ))}
      </div>
      <div className={css['summary']}>
        <Button size="compact-sm" leftSection={<IconList size={14} />} onClick={() => historyStore.set(true)}>
          {t('summary')}
        </Button>
      </div>
    </section>
  )
}
