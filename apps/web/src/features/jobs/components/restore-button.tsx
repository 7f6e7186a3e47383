import { type BackgroundJob, listJobs, restoreViews } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { trackJob } from '../state/jobs-store.ts'

/** Undoes a deletion, as a separate job. Shown only for jobs that have deleted something. */
export function RestoreButton({ job, onStarted }: { job: BackgroundJob; onStarted?: () => void }) {
  const { t } = useTranslation('jobs')
  const mayWrite = useMay('node.write')
  const restore = useOperation(restoreViews, {
    invalidates: [listJobs],
    onSuccess: ({ job: started }) => {
      trackJob(started)
      onStarted?.()
    },
  })
  const hasDeleted = job.type === 'views.delete' && job.status === 'done' && job.statProcessed > job.statFailed
  if (!hasDeleted || !mayWrite) return null
  return (
    <Button look="subtle" loading={restore.isPending} onClick={() => restore.mutate({ params: { id: job.id } })}>
      {t('restore')}
    </Button>
  )
}
