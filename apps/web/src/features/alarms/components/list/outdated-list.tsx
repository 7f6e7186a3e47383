import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import css from './alarm-list.module.css'

/** Says that changes were missed which could not be asked for yet. */
export function OutdatedList({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['alarms', 'common'])
  return (
    <div className={css['outdated']} role="status">
      {t('outdated')}
      <Button size="compact-sm" onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </div>
  )
}
