import { getImportTemplate, IMPORT_FILE_FAULTS, MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from '@winnow/contract'
import { useNavigate } from '@tanstack/react-router'
import { IconDownload, IconFileUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { Button } from '../../../ui/button.tsx'
import { DropArea } from '../../../ui/drop-area.tsx'
import { useErrorText } from '../../../ui/error-text.ts'
import { useDownload } from '../../../ui/use-download.ts'
import { type UploadState, useImportUpload } from '../state/use-import-upload.ts'
import { ColumnHelp } from './column-help.tsx'
import { RecentImports } from './recent-imports.tsx'
import css from './transfers.module.css'

/** Chooses and uploads a file, explains its columns, and lists the files of the last day. */
export function StartImport() {
  const { t } = useTranslation('transfers')
  const navigate = useNavigate()
  const formats = useFormats()
  const template = useDownload()
  const upload = useImportUpload(({ id }) => void navigate({ to: '/cams/clients/import/{-$id}', params: { id } }))
  const isBusy = upload.state.step === 'sending' || upload.state.step === 'checking'
  return (
    <div className={css['start']}>
      <p className={css['note']}>{t('intro')}</p>
      <DropArea
        icon={<IconFileUpload size={28} stroke={1.5} aria-hidden="true" />}
        text={t('drop', { lines: formats.number(MAX_IMPORT_LINES), size: formats.bytes(MAX_IMPORT_BYTES) })}
        choose={t('choose')}
        look="primary"
        accept=".csv,.txt,.tsv,text/csv"
        disabled={isBusy}
        onFiles={([file]) => {
          if (file) void upload.send(file)
        }}
      />
      <Progress state={upload.state} onCancel={upload.cancel} />
      <div className={css['row']}>
        <Button
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={template.busy}
          onClick={() => void template.download(getImportTemplate, {}, () => 'import-template.csv')}
        >
          {t('template')}
        </Button>
        <span className={css['note']}>{t('templateNote')}</span>
      </div>
      <ColumnHelp />
      <RecentImports />
    </div>
  )
}

function Progress({ state, onCancel }: { state: UploadState; onCancel: () => void }) {
  const { t } = useTranslation('transfers')
  const formats = useFormats()
  return (
    <div aria-live="polite">
      {(state.step === 'sending' || state.step === 'checking') && (
        <div className={css['progress']}>
          <span className="wn-truncate" title={state.name}>
            {t(state.step, { name: state.name })}
          </span>
          <progress
            {...(state.step === 'sending' ? { value: state.share, max: 1 } : {})}
            aria-label={t(state.step, { name: state.name })}
          />
          {state.step === 'sending' && <span>{formats.share(state.share)}</span>}
          <Button size="compact-sm" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {state.step === 'failed' && <UploadError name={state.name} error={state.error} />}
    </div>
  )
}

/** Why a whole file was refused, and what to do. */
function UploadError({ name, error }: { name: string; error: unknown }) {
  const { t } = useTranslation('transfers')
  const formats = useFormats()
  const errorText = useErrorText()
  const request = error instanceof RequestError ? error : undefined
  const fault = IMPORT_FILE_FAULTS.find((known) => known === request?.fields[0]?.field)
  const reason = () => {
    if (fault) return t(`fault.${fault}`, { lines: formats.number(MAX_IMPORT_LINES) })
    if (request?.code === 'TOO_LARGE') return t('fault.size', { size: formats.bytes(MAX_IMPORT_BYTES) })
    return errorText(error)
  }
  return (
    <p className={css['bad']} role="alert">
      <strong>{t('failed', { name })}</strong> {reason()}
      {!fault && request?.requestId && <small> {request.requestId}</small>}
    </p>
  )
}
