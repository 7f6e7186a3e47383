import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { SsoTab } from '../single-sign-on/sso-tab.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { AccountTab, GlobalConfigTab } from './company-tab.tsx'
import { DateTimeTab } from './date-time-tab.tsx'
import { LanguageTab } from './language-tab.tsx'
import { PasswordTab } from './password-tab.tsx'
import { LearningTab } from './learning-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { type SettingsTab, tabFrom, tabsOf } from './settings-tabs.ts'
import css from './settings.module.css'
import { SuspendedTab } from './suspended-tab.tsx'
import { ThemeTab } from './theme-tab.tsx'
import { TokensTab } from './tokens-tab.tsx'
import { TwoFactorTab } from './two-factor-tab.tsx'

const TABS: Record<SettingsTab, ComponentType> = {
  profile: ProfileTab,
  account: AccountTab,
  'single-sign-on': SsoTab,
  'global-config': GlobalConfigTab,
  password: PasswordTab,
  sessions: SessionsTab,
  '2fa': TwoFactorTab,
  'date-time': DateTimeTab,
  language: LanguageTab,
  theme: ThemeTab,
  learning: LearningTab,
  integrations: TokensTab,
  invoices: SuspendedTab,
}

function TabLinks({ heading, tabs, current }: { heading: string; tabs: readonly SettingsTab[]; current: SettingsTab }) {
  const { t } = useTranslation('settings')
  const inSupervisorArea = useRouterState({ select: (state) => state.location.pathname.startsWith('/super') })
  const narrow = useIsNarrow()
  // In a narrow window the tabs are one long row: in one that becomes narrow too, as on a phone that is turned.
  const reveal = useCallback(
    (link: HTMLAnchorElement | null) => {
      if (narrow) link?.scrollIntoView({ block: 'nearest', inline: 'center' })
    },
    [narrow],
  )
  if (tabs.length === 0) return null
  return (
    <section>
      <h2 className={css['group']}>{heading}</h2>
      <ul className={css['tabs']}>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={inSupervisorArea ? '/super/settings/{-$tab}' : '/cams/settings/{-$tab}'}
              params={{ tab }}
              ref={tab === current ? reveal : undefined}
              className={css['tab']}
              aria-current={tab === current ? 'page' : undefined}
            >
              {t(`tabs.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Settings: the user's own and those of the company, one tab each. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const user = useUser()
  const params = useParams({ strict: false })
  const tab = tabFrom(params.tab, user)
  const { personal, company } = tabsOf(user)
  const Tab = TABS[tab]
  const name = t(`tabs.${tab}`)
  return (
    <PageLayout title={`${t('title')}: ${name}`} variant="flush">
      <div className={css['panes']}>
        {personal.length + company.length > 0 && (
          <nav className={css['nav']} aria-label={t('title')}>
            <TabLinks heading={t('groups.personal')} tabs={personal} current={tab} />
            <TabLinks heading={t('groups.company')} tabs={company} current={tab} />
          </nav>
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
        <section className={css['content']} aria-label={name} tabIndex={0}>
          <Tab />
        </section>
      </div>
    </PageLayout>
  )
}
