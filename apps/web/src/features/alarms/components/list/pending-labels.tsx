import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionStore } from '../../../../lib/api/connection.ts'
import { useStore } from '../../../../lib/create-store.ts'
import { labelQueue } from '../../state/labelling.ts'
import css from './alarm-list.module.css'

/** Says that labels wait for the connection: they are safe here, and only here, until it is back. */
export function PendingLabels() {
  const { t } = useTranslation('alarms')
  const pending = useSyncExternalStore(labelQueue.subscribe, labelQueue.pending)
  const connection = useStore(connectionStore)
  if (pending.size === 0 || connection === 'ok') return null
  return (
    <div className={css['pending']} role="status">
      {t('label.waitingToSend', { count: pending.size })}
    </div>
  )
}
