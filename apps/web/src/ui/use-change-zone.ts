import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceZone } from '../lib/formats/dates.ts'
import { changePreferences } from '../lib/preferences/change-preferences.ts'
import { showToast } from './toasts/toast-store.ts'

/** Changes the user's time zone, and confirms it by a message. `null`: the zone of the device applies. */
export function useChangeZone(): (zone: string | null) => void {
  const { t } = useTranslation('settings')
  return useCallback(
    (zone) => {
      changePreferences({ userTimezone: zone })
      showToast({ type: 'success', message: t('dateTime.changed', { timezone: zone ?? deviceZone() }) })
    },
    [t],
  )
}
