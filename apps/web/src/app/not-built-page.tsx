import { IconTools } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageLayout } from '../ui/page-layout.tsx'

/** Says honestly that an area is not there yet. */
export function NotBuiltPage({ area }: { area: 'schedules' | 'report' | 'manageUsers' | 'companies' | 'auditLog' }) {
  const { t } = useTranslation('shell')
  const name = t(`menu.${area}`)
  return (
    <PageLayout title={name}>
      <EmptyState
        icon={<IconTools size={32} stroke={1.5} />}
        title={t('notBuilt.title', { area: name })}
        action={<LinkButton to="/cams/dashboard">{t('notBuilt.home')}</LinkButton>}
      >
        {t('notBuilt.body')}
      </EmptyState>
    </PageLayout>
  )
}
