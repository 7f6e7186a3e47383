import { Radio, Stack } from '@mantine/core'
import { STREAM_TRIGGERS, type StreamTrigger } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../../lib/session/session.ts'

interface StreamTriggerFieldProps {
  value: StreamTrigger
  /** What makes an alarm now; undefined for a new stream. */
  stored: StreamTrigger | undefined
  disabled: boolean
  onChange: (trigger: StreamTrigger) => void
}

/** What makes an alarm: motion in the stream, motion that the camera reports, or a mail of it in companies with the hybrid way. */
export function StreamTriggerField({ value, stored, disabled, onChange }: StreamTriggerFieldProps) {
  const { t } = useTranslation('clients')
  const { isRtspEmailHybridEnabled } = useUser().company.unlocks
  // Where mails trigger already, they stay on show, so that it can be seen and changed.
  const triggers = STREAM_TRIGGERS.filter((one) => one !== 'mail' || isRtspEmailHybridEnabled || stored === 'mail')
  return (
    <Radio.Group
      label={t('stream.trigger')}
      value={value}
      onChange={(next) => onChange(STREAM_TRIGGERS.find((one) => one === next) ?? 'motion')}
    >
      <Stack gap="xs" mt="xs">
        {triggers.map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`stream.triggers.${one}`)}
            description={t(`stream.triggerHint.${one}`)}
            disabled={disabled}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
