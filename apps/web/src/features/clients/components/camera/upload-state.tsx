import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import { useErrorText } from '../../../../ui/error-text.ts'
import { testErrorOf } from '../../state/upload.ts'
import type { useTestAlarm } from '../../state/use-test-alarm.ts'
import css from './camera.module.css'

interface UploadStateProps {
  test: Pick<ReturnType<typeof useTestAlarm>, 'state' | 'cancel' | 'isWithoutAlarm'>
  /** Says that the file of this name was not accepted. The reason follows. */
  failed: (name: string) => string
}

/** The progress of an upload, or why it failed. Nothing before the upload and after its success. */
export function UploadState({ test: { state, cancel, isWithoutAlarm }, failed }: UploadStateProps) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  if (state.step === 'uploading')
    return (
      <div className={css['progress']}>
        <span className="wn-truncate">{t('test.uploading', { name: state.name })}</span>
        <progress value={state.share} max={1} aria-label={t('test.uploading', { name: state.name })} />
        <span>{formats.share(state.share)}</span>
        <Button size="compact-xs" onClick={cancel}>
          {t('test.cancel')}
        </Button>
      </div>
    )
  if (state.step === 'not-media')
    return (
      <p className={css['bad']} role="alert">
        {t('test.notMedia', { name: state.name })}
      </p>
    )
  if (state.step === 'failed') return <UploadError error={state.error} says={failed(state.name)} />
  if (state.step === 'sent' && isWithoutAlarm)
    return (
      <p className={css['bad']} role="alert">
        {t('test.withoutAlarm', { name: state.name })}
      </p>
    )
  return null
}

/** Why a file was not accepted, and what to do. */
function UploadError({ error, says }: { error: unknown; says: string }) {
  const { t } = useTranslation('clients')
  const errorText = useErrorText()
  const request = error instanceof RequestError ? error : undefined
  const code = testErrorOf(request?.code)
  return (
    <p className={css['bad']} role="alert">
      {says} {code ? t(`test.error.${code}`) : errorText(error)}
      {!code && request?.requestId && <small> {request.requestId}</small>}
    </p>
  )
}
