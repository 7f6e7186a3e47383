import type { View } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../../../ui/time-text.tsx'
import { AgoText } from '../ago-text.tsx'

/** Shows when a camera last sent a message, and when its connection was last tested. */
export function LastSignals({ view }: { view: View }) {
  const { t } = useTranslation(['clients', 'schedules'])
  const parts = [
    !view.status.active && t('tree.inactive'),
    view.armDisarmStatus !== null && t(`schedules:arming.site.${view.armDisarmStatus}`),
    view.lastSignalAt === null && t('camera.noSignal'),
  ].filter((part) => part !== false)
  return (
    <>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
      {view.lastSignalAt && (
        <span>
          {t('camera.lastSignal')} <AgoText at={view.lastSignalAt} /> (
          <TimeText at={view.lastSignalAt} zone={view.timezone} />)
        </span>
      )}
      {view.lastTestAt && (
        <span>
          {t('camera.lastTest')} <AgoText at={view.lastTestAt} /> (
          <TimeText at={view.lastTestAt} zone={view.timezone} />)
        </span>
      )}
    </>
  )
}
