import { Radio, Select } from '@mantine/core'
import { isKnownZone } from '@winnow/domain'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type DateFormat, deviceZone, formatDate, formatTime } from '../../lib/formats/dates.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { changePreferences } from '../../lib/preferences/change-preferences.ts'
import { usePreference } from '../../lib/preferences/user-preferences.ts'
import { useChangeZone } from '../../ui/use-change-zone.ts'
import css from './settings.module.css'

const FORMATS = ['international', 'american'] as const
const isFormat = (value: string): value is DateFormat => FORMATS.some((format) => format === value)
/** An example date in which day, month and hour cannot be confused. */
const EXAMPLE = new Date('2026-12-31T21:05:00Z')

/** Twelve or twenty-four hours. */
function HoursChoice() {
  const { t } = useTranslation('settings')
  const is12h = usePreference('is12h')
  return (
    <Radio.Group
      label={t('dateTime.hours')}
      value={is12h ? '12' : '24'}
      onChange={(value) => changePreferences({ is12h: value === '12' })}
    >
      <div className={css['choices']}>
        {([24, 12] as const).map((hours) => (
          <Radio
            key={hours}
            value={String(hours)}
            label={t(`dateTime.hours${hours}`)}
            description={t('dateTime.example', {
              example: formatTime(EXAMPLE, 'UTC', hours === 12, { seconds: false }),
            })}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

/** The date format, the hours, and the time zone of times that belong to no site. */
export function DateTimeTab() {
  const { t } = useTranslation('settings')
  const { format: chosenFormat, zone } = useFormats()
  const chosenZone = usePreference('userTimezone')
  const changeZone = useChangeZone()
  const zones = useMemo(() => {
    const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
    return [
      { value: '', label: t('dateTime.browser', { zone: deviceZone() }) },
      ...Array.from(known, (name) => ({ value: name, label: name })),
    ]
  }, [t])
  const choose = (value: string | null) => {
    const next = value || null
    if (next !== null && !isKnownZone(next)) return
    changeZone(next)
  }
  return (
    <div className={css['column']}>
      <Radio.Group
        label={t('dateTime.format')}
        value={chosenFormat}
        onChange={(value) => isFormat(value) && changePreferences({ dateFormat: value })}
      >
        <div className={css['choices']}>
          {FORMATS.map((format) => (
            <Radio
              key={format}
              value={format}
              label={t(`dateTime.${format}`)}
              description={t('dateTime.example', {
                example: `${formatDate(EXAMPLE, 'UTC', format)} ${formatTime(EXAMPLE, 'UTC', format === 'american')}`,
              })}
            />
          ))}
        </div>
      </Radio.Group>
      <HoursChoice />
      <Select
        label={t('dateTime.timezone')}
        description={t('dateTime.timezoneHint')}
        data={zones}
        value={chosenZone ?? ''}
        placeholder={zone}
        searchable
        limit={200}
        allowDeselect={false}
        onChange={choose}
      />
      <p className={css['note']}>{t('dateTime.stored')}</p>
    </div>
  )
}
