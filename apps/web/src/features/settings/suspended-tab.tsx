import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Explains a suspension to the users of the company: which functions are blocked, which continue, and who can end the suspension. */
export function SuspendedTab() {
  const { t } = useTranslation('settings')
  const { companyName } = useUser()
  return (
    <EmptyState icon={<IconLock size={32} stroke={1.5} />} title={t('suspended.title', { company: companyName })}>
      {t('suspended.body')}
    </EmptyState>
  )
}
