import { IconBellOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { countFilters, type AlarmFilters } from '../../model/alarm-filters.ts'

interface EmptyListProps {
  filters: AlarmFilters
  onClearFilters: () => void
  onLonger: () => void
}

/** Says why the list is empty and what to do about it. */
export function EmptyList({ filters, onClearFilters, onLonger }: EmptyListProps) {
  const { t } = useTranslation('alarms')
  const seesClients = useMay('clients.see')
  const filtered = countFilters(filters) > 0 || !('window' in filters.time)
  const longest = 'window' in filters.time && filters.time.window === '7d'
  return (
    <EmptyState
      compact
      icon={<IconBellOff size={28} stroke={1.5} />}
      title={t('empty.title')}
      action={
        <>
          {filtered && <Button onClick={onClearFilters}>{t('empty.clear')}</Button>}
          {!longest && <Button onClick={onLonger}>{t('empty.longer')}</Button>}
          {!filtered && longest && seesClients && <Link to="/cams/clients">{t('empty.clients')}</Link>}
        </>
      }
    >
      <p>{t(filtered ? 'empty.filtered' : 'empty.quiet')}</p>
    </EmptyState>
  )
}
