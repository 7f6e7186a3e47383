import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useUser } from '../../../../lib/session/session.ts'

/** Returns the time zones that this browser knows, and those given, which it may not know. */
function zonesWith(...more: (string | null)[]): string[] {
  const all = ['UTC', ...Intl.supportedValuesOf('timeZone'), ...more.filter((zone) => zone !== null)]
  return [...new Set(all)]
}

interface TimezoneFieldProps {
  /** Null means the company's default. */
  value: string | null
  onChange: (zone: string | null) => void
  disabled?: boolean
}

/** The time zone of a site's times and schedules. */
export function TimezoneField({ value, onChange, disabled }: TimezoneFieldProps) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const { defaultSiteTimezone } = useUser().company
  const data = useMemo(
    () => [
      { value: '', label: t('site.companyZone', { zone: defaultSiteTimezone }) },
      ...zonesWith(value, defaultSiteTimezone).map((zone) => ({ value: zone, label: zone })),
    ],
    [t, value, defaultSiteTimezone],
  )
  const [now] = useState(() => new Date())
  const zone = value ?? defaultSiteTimezone
  return (
    <Select
      label={t('site.timezone')}
      description={t('site.timezoneHint', {
        time: `${formats.time(now, zone, { seconds: false })} ${formats.zoneName(now, zone)}`,
      })}
      data={data}
      value={value ?? ''}
      onChange={(next) => onChange(next || null)}
      searchable
      limit={200}
      allowDeselect={false}
      disabled={disabled}
      nothingFoundMessage={t('site.zoneUnknown')}
    />
  )
}
