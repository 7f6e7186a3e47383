import type { View } from '@winnow/contract'
import { IconPhotoUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { Button } from '../../../../ui/button.tsx'
import { DropArea } from '../../../../ui/drop-area.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { useErrorText } from '../../../../ui/error-text.ts'
import { testErrorOf } from '../../state/upload.ts'
import { useTestAlarm } from '../../state/use-test-alarm.ts'
import { Locked } from '../panes/locked.tsx'
import { Section } from '../panes/section.tsx'
import css from './camera.module.css'
import { TestVerdict } from './test-verdict.tsx'

const ACCEPTED = 'image/*,video/*,.avi,.mov,.mp4'

/** Tests the filter with a dropped picture or clip. Test alarms are neither counted nor passed on. */
export function TestAlarm({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const test = useTestAlarm(view)
  const { state } = test
  return (
    <Section title={t('test.title')} hint={t('test.intro')}>
      {disabled ? (
        <Locked />
      ) : (
        <DropArea
          icon={<IconPhotoUp size={28} stroke={1.5} aria-hidden="true" />}
          text={t('test.drop')}
          choose={t('test.choose')}
          look="primary"
          accept={ACCEPTED}
          onFiles={([file]) => {
            if (file) void test.send(file)
          }}
        />
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

/** Why a file could not be tested, and what to do. */
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
