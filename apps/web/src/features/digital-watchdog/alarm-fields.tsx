import { Autocomplete, NativeSelect } from '@mantine/core'
import { DW_ALARM_TYPES, type DwAlarm, EVENT_TYPES } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './digital-watchdog.module.css'

interface AlarmFieldsProps {
  /** The place of the mapping, from 1. */
  number: number
  alarm: DwAlarm
  onChange: (alarm: DwAlarm) => void
  onRemove: () => void
}

/** One mapping: what an event must have, and what it means. */
export function AlarmFields({ number, alarm, onChange, onRemove }: AlarmFieldsProps) {
  const { t } = useTranslation(['digitalWatchdog', 'alarms', 'common'])
  const text = (field: 'alarmName' | 'alarmEventId' | 'actionType' | 'systemName' | 'cameraId') => (
    <TextField
      label={t(`alarm.${field}`)}
      placeholder={t('alarm.any')}
      value={alarm[field]}
      onChange={(value) => onChange({ ...alarm, [field]: value })}
      maxLength={field === 'cameraId' ? 100 : 200}
      autoComplete="off"
      spellCheck={false}
    />
  )
  return (
    <div className={css['alarm']} role="group" aria-label={t('alarm.mapping', { n: number })}>
      <Autocomplete
        label={t('alarm.alarmType')}
        placeholder={t('alarm.any')}
        data={[...DW_ALARM_TYPES]}
        value={alarm.alarmType}
        onChange={(alarmType) => onChange({ ...alarm, alarmType })}
        maxLength={200}
      />
      {text('alarmName')}
      {text('alarmEventId')}
      {text('cameraId')}
      {text('systemName')}
      {text('actionType')}
      <NativeSelect
        label={t('alarm.means')}
        value={alarm.eventType}
        data={EVENT_TYPES.map((value) => ({ value, label: t(`alarms:event.${value}`) }))}
        onChange={(event) => {
          const chosen = EVENT_TYPES.find((value) => value === event.currentTarget.value)
          if (chosen) onChange({ ...alarm, eventType: chosen })
        }}
      />
      <Button look="subtle" aria-label={`${t('remove')} ${t('alarm.mapping', { n: number })}`} onClick={onRemove}>
        {t('remove')}
      </Button>
    </div>
  )
}
