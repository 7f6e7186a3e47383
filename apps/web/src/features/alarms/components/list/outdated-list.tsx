import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import css from './alarm-list.module.css'

/** Warns that changes were missed and could not be loaded yet. */
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
