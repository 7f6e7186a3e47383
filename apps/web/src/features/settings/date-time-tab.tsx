import { Radio, Select } from '@mantine/core'
import { isKnownZone } from '@winnow/domain'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { type DateFormat, deviceZone, formatDateTime } from '../../lib/formats/dates.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { dateFormatStore, timezoneStore } from '../../lib/preferences/preferences.ts'
import { useChangeZone } from '../../ui/use-change-zone.ts'
import css from './settings.module.css'

const FORMATS = ['international', 'american'] as const
const isFormat = (value: string): value is DateFormat => FORMATS.some((format) => format === value)
/** An example date in which day, month and hour cannot be confused. */
const EXAMPLE = new Date('2026-12-31T21:05:00Z')

/** The date format, and the time zone of times that belong to no site. */
export function DateTimeTab() {
  const { t } = useTranslation('settings')
  const { style, zone } = useFormats()
  const chosenZone = useStore(timezoneStore)
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
        value={style}
        onChange={(value) => isFormat(value) && dateFormatStore.set(value)}
      >
        <div className={css['choices']}>
          {FORMATS.map((format) => (
            <Radio
              key={format}
              value={format}
              label={t(`dateTime.${format}`)}
              description={t('dateTime.example', { example: formatDateTime(EXAMPLE, 'UTC', format) })}
            />
          ))}
        </div>
      </Radio.Group>
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
