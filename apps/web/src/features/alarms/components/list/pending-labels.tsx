import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { labelQueue } from '../../state/labelling.ts'
import css from './alarm-list.module.css'

/** Warns that labels are not sent yet. They are stored here, and nobody else sees them until then. */
export function PendingLabels() {
  const { t } = useTranslation(['alarms', 'common'])
  const kept = useSyncExternalStore(labelQueue.subscribe, labelQueue.kept)
  const pending = useSyncExternalStore(labelQueue.subscribe, labelQueue.pending)
  if (kept.size === 0) return null
  const offline = [...kept.values()].includes('later')
  return (
    <div className={css['pending']} role="status">
      {t(offline ? 'label.waitingToSend' : 'label.waitingTrouble', { count: offline ? pending.size : kept.size })}
      <Button size="compact-sm" onClick={() => labelQueue.retryNow()}>
        {t('common:retry')}
      </Button>
    </div>
  )
}
