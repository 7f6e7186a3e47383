import type { View } from '@winnow/contract'
import { IconPhotoUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DropArea } from '../../../../ui/drop-area.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { useTestAlarm } from '../../state/use-test-alarm.ts'
import { Locked } from '../panes/locked.tsx'
import { Section } from '../panes/section.tsx'
import { TestVerdict } from './test-verdict.tsx'
import { UploadState } from './upload-state.tsx'

const ACCEPTED = 'image/*,video/*,.avi,.mov,.mp4'

/** Tests the filter with a dropped picture or clip. Test alarms are neither counted nor passed on. */
export function TestAlarm({ view, disabled }: { view: View; disabled: boolean }) {
  const { t } = useTranslation('clients')
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
        <UploadState test={test} failed={(name) => t('test.failed', { name })} />
        {state.step === 'sent' && test.error && !test.alarm && <ErrorState compact error={test.error} />}
        {state.step === 'sent' && !test.isWithoutAlarm && !(test.error && !test.alarm) && (
          <TestVerdict key={state.reply.signalId} alarm={test.alarm} name={state.name} zone={view.timezone} />
        )}
      </div>
    </Section>
  )
}
