import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** What the people of a suspended company see: what the suspension closes, what goes on, and who can end it. */
export function SuspendedTab() {
  const { t } = useTranslation('settings')
  const { companyName } = useUser()
  return (
    <EmptyState icon={<IconLock size={32} stroke={1.5} />} title={t('suspended.title', { company: companyName })}>
      {t('suspended.body')}
    </EmptyState>
  )
}
