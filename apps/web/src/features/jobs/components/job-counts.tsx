import type { BackgroundJob } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import css from './jobs.module.css'

/** How many items are processed, failed and still queued. */
export function JobCounts({ job }: { job: BackgroundJob }) {
  const { t } = useTranslation('jobs')
  const { number } = useFormats()
  const { statProcessed, statFailed, statQueued } = job
  return (
    <span className={css['counts']}>
      <span>{t('counts.processed', { n: number(statProcessed) })}</span>
      <span data-failed={statFailed > 0 || undefined}>{t('counts.failed', { n: number(statFailed) })}</span>
      <span>{t('counts.queued', { n: number(statQueued - statProcessed) })}</span>
    </span>
  )
}
