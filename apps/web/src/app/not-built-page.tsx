import { IconTools } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { may } from '../lib/permissions/permissions.ts'
import { useUser } from '../lib/session/session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageLayout } from '../ui/page-layout.tsx'
import { useArea } from './shell/use-area.ts'

const NAMES = {
  schedules: 'menu.schedules',
  report: 'menu.report',
  alarms: 'menu.alarms',
  billingAccounts: 'menu.billingAccounts',
  tamperingEvent: 'notBuilt.tamperingEvent',
} as const

/** Says honestly that an area is not there yet. */
export function NotBuiltPage({ area }: { area: keyof typeof NAMES }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const home = useArea() === 'cams' && may(user, 'alarm.read')
  const name = t(NAMES[area])
  return (
    <PageLayout title={name}>
      <EmptyState
        icon={<IconTools size={32} stroke={1.5} />}
        title={t('notBuilt.title', { area: name })}
        action={home && <LinkButton to="/cams/dashboard">{t('notBuilt.home')}</LinkButton>}
      >
        {t('notBuilt.body')} {home && t('notBuilt.works')}
      </EmptyState>
    </PageLayout>
  )
}
