import { type BackgroundJob, listFailedLines, type TreeImport } from '@winnow/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useDownload } from '../../../ui/use-download.ts'
import { useImport } from '../state/use-import.ts'
import { transfersSearch } from '../transfers-search.ts'
import { DiscardImport } from './discard-import.tsx'
import { ImportJob } from './import-job.tsx'
import { LineList } from './line-list.tsx'
import { OutcomeFilter } from './outcome-filter.tsx'
import { RunImport } from './run-import.tsx'
import css from './transfers.module.css'

/** What an import does to each line of its file and, once it was started, what it has done. */
export function ImportPreview({ id }: { id: string }) {
  const { t } = useTranslation('transfers')
  const { query, job } = useImport(id)
  if (query.data) return <Content file={query.data} job={job?.data} jobError={job?.error} />
  return (
    <div className={css['preview']}>
      {query.isPending ? (
        <SkeletonRows rows={12} />
      ) : (
        <>
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          <p className={css['centre']}>
            <LinkButton to="/cams/clients/import/{-$id}" params={{ id: undefined }}>
              {t('another')}
            </LinkButton>
          </p>
        </>
      )}
    </div>
  )
}

interface ContentProps {
  file: TreeImport
  job: BackgroundJob | undefined
  jobError: unknown
}

function Content({ file, job, jobError }: ContentProps) {
  const { t } = useTranslation('transfers')
  const navigate = useNavigate()
  const { show } = transfersSearch.parse(useSearch({ strict: false }))
  const { busy, download } = useDownload()
  const toCorrect = file.counts.problem + file.failed
  return (
    <div className={css['preview']}>
      <div className={css['head']}>
        <div className={css['headText']}>
          <h2 className="wn-truncate" title={file.fileName}>
            {file.fileName}
          </h2>
          <p className={css['note']}>{t(file.jobId === null ? 'previewNote' : 'startedNote')}</p>
        </div>
        <div className={css['row']}>
          {toCorrect > 0 && (
            <Button
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              loading={busy}
              onClick={() => void download(listFailedLines, { params: { id: file.id } }, () => 'import-problems.csv')}
            >
              {t('downloadProblems')}
            </Button>
          )}
          <LinkButton to="/cams/clients/import/{-$id}" params={{ id: undefined }}>
            {t('another')}
          </LinkButton>
          {file.jobId === null && <DiscardImport file={file} />}
          {file.jobId === null && <RunImport file={file} />}
        </div>
      </div>
      {file.jobId !== null && <ImportJob job={job} error={jobError} />}
      <OutcomeFilter
        file={file}
        show={show}
        onShow={(next) => void navigate({ to: '.', search: next === undefined ? {} : { show: next }, replace: true })}
      />
      <LineList key={show ?? 'all'} file={file} show={show} />
    </div>
  )
}
