import type { View } from '@winnow/contract'
import { IconPhotoUp } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { Button } from '../../../../ui/button.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { useErrorText } from '../../../../ui/error-text.ts'
import { testErrorOf } from '../../state/upload.ts'
import { useTestAlarm } from '../../state/use-test-alarm.ts'
import { Locked } from '../panes/locked.tsx'
import { Section } from '../panes/section.tsx'
import css from './camera.module.css'
import { TestVerdict } from './test-verdict.tsx'

const ACCEPTED = 'image/*,video/*,.avi,.mov,.mp4'

/** Drop a picture or clip and watch what the filter makes of it. Neither counted nor passed on. */
export function TestAlarm({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const test = useTestAlarm(view)
  const { state } = test
  const choose = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file) void test.send(file)
  }
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    if (!disabled) setOver(event.type === 'dragenter' || event.type === 'dragover')
  }
  return (
    <Section title={t('test.title')} hint={t('test.intro')}>
      {disabled ? (
        <Locked />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button inside does the same by keyboard
        <div
          className={css['drop']}
          data-over={over || undefined}
          onDragEnter={onDrag}
          onDragOver={onDrag}
          onDragLeave={onDrag}
          onDrop={(event) => {
            onDrag(event)
            choose(event.dataTransfer.files)
          }}
        >
          <IconPhotoUp size={28} stroke={1.5} aria-hidden="true" />
          <p>{t('test.drop')}</p>
          <input
            ref={input}
            type="file"
            className="wn-visually-hidden"
            accept={ACCEPTED}
            tabIndex={-1}
            aria-label={t('test.choose')}
            onChange={(event) => {
              choose(event.currentTarget.files)
              // The same file can be chosen again.
              event.currentTarget.value = ''
            }}
          />
          <Button look="primary" onClick={() => input.current?.click()}>
            {t('test.choose')}
          </Button>
        </div>
      )}
      <div aria-live="polite">
        {state.step === 'uploading' && (
          <div className={css['progress']}>
            <span className="wn-truncate">{t('test.uploading', { name: state.name })}</span>
            <progress value={state.share} max={1} aria-label={t('test.uploading', { name: state.name })} />
            <span>{formats.share(state.share)}</span>
            <Button size="compact-xs" onClick={test.cancel}>
              {t('test.cancel')}
            </Button>
          </div>
        )}
        {state.step === 'not-media' && (
          <p className={css['bad']} role="alert">
            {t('test.notMedia', { name: state.name })}
          </p>
        )}
        {state.step === 'failed' && <UploadError error={state.error} name={state.name} />}
        {state.step === 'sent' && test.isWithoutAlarm && (
          <p className={css['bad']} role="alert">
            {t('test.withoutAlarm', { name: state.name })}
          </p>
        )}
        {state.step === 'sent' && test.error && !test.alarm && <ErrorState compact error={test.error} />}
        {state.step === 'sent' && !test.isWithoutAlarm && !(test.error && !test.alarm) && (
          <TestVerdict key={state.reply.signalId} alarm={test.alarm} name={state.name} zone={view.timezone} />
        )}
      </div>
    </Section>
  )
}

/** Why a file could not be tried, and what to do. */
function UploadError({ error, name }: { error: unknown; name: string }) {
  const { t } = useTranslation('clients')
  const errorText = useErrorText()
  const request = error instanceof RequestError ? error : undefined
  const code = testErrorOf(request?.code)
  return (
    <p className={css['bad']} role="alert">
      {t('test.failed', { name })} {code ? t(`test.error.${code}`) : errorText(error)}
      {!code && request?.requestId && <small> {request.requestId}</small>}
    </p>
  )
}
