import { getImport, runImport, type TreeImport } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { trackJob } from '../../jobs/index.ts'
import css from './transfers.module.css'

/** Starts the import of the lines that change something. */
export function RunImport({ file }: { file: TreeImport }) {
  const { t } = useTranslation('transfers')
  const { number } = useFormats()
  const run = useOperation(runImport, { invalidates: [getImport], onSuccess: ({ job }) => trackJob(job) })
  const count = file.counts.create + file.counts.update
  if (count === 0) return <strong className={css['nothing']}>{t('nothing')}</strong>
  return (
    <Button look="primary" loading={run.isPending} onClick={() => run.mutate({ params: { id: file.id } })}>
      {t('run', { count, n: number(count) })}
    </Button>
  )
}
