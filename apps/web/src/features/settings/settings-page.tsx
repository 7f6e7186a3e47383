import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { PageLayout } from '../../ui/page-layout.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { type SettingsTab, tabFrom, tabsOf } from './settings-tabs.ts'
import css from './settings.module.css'

interface TabLinksProps {
  heading: string
  tabs: readonly SettingsTab[]
  /** Id of the open tab. */
  current: string
}

function TabLinks({ heading, tabs, current }: TabLinksProps) {
  const { t } = useTranslation('settings')
  const inSupervisorArea = useRouterState({ select: (state) => state.location.pathname.startsWith('/super') })
  const narrow = useIsNarrow()
  // In a narrow window the tabs are one long row. The window can also become narrow later, as when a phone is rotated.
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
        {tabs.map(({ id }) => (
          <li key={id}>
            <Link
              to={inSupervisorArea ? '/super/settings/{-$tab}' : '/cams/settings/{-$tab}'}
              params={{ tab: id }}
              ref={id === current ? reveal : undefined}
              className={css['tab']}
              aria-current={id === current ? 'page' : undefined}
            >
              {t(`tabs.${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The settings of the user and of the company, in tabs. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const user = useUser()
  const params = useParams({ strict: false })
  const { id, component: Tab } = tabFrom(params.tab, user)
  const { personal, company } = tabsOf(user)
  const name = t(`tabs.${id}`)
  return (
    <PageLayout title={`${t('title')}: ${name}`} variant="flush">
      <div className={css['panes']}>
        {personal.length + company.length > 0 && (
          <nav className={css['nav']} aria-label={t('title')}>
            <TabLinks heading={t('groups.personal')} tabs={personal} current={id} />
            <TabLinks heading={t('groups.company')} tabs={company} current={id} />
          </nav>
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard */}
        <section className={css['content']} aria-label={name} tabIndex={0}>
          <Tab />
        </section>
      </div>
    </PageLayout>
  )
}
