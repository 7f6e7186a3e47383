import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askAutomation, useLive } from '../../lib/live/live.ts'
import css from './automation-notices.module.css'
import { cardKey, isOver, NO_AUTOMATION, withEvent, withoutCard, withoutSite } from './automation-state.ts'
import { CameraCard } from './camera-card.tsx'
import { SiteProgress } from './site-progress.tsx'

/** The maximum number of displayed sites. Of further sites only the number is shown. */
const SHOWN_SITES = 3

/** Shows on every page what automations do: the progress of cameras per site, and a card for each added camera. */
export function AutomationNotices() {
  const { t } = useTranslation('automation')
  const [state, setState] = useState(NO_AUTOMATION)
  const openSite = useRouterState({
    select: ({ location }) => ('site' in location.search ? location.search.site : undefined),
  })

  useLive(['automation.site', 'automation.progress', 'automation.camera'], (event) =>
    setState((current) => withEvent(current, event)),
  )
  // Messages were missed, so the displayed state may be out of date.
  useLive('resync', () => {
    for (const site of state.sites) if (!isOver(site)) askAutomation(site.siteId)
  })
  useEffect(() => {
    if (typeof openSite === 'string') askAutomation(openSite)
  }, [openSite])

  if (state.sites.length === 0 && state.cards.length === 0) return null
  const shown = state.sites.slice(-SHOWN_SITES)
  const hidden = state.sites.length - shown.length
  return (
    <section className={css['notices']} aria-label={t('label')}>
      {shown.length > 0 && (
        <ul className={css['sites']}>
          {hidden > 0 && <li className={css['more']}>{t('moreSites', { count: hidden })}</li>}
          {shown.map((site) => (
            <SiteProgress
              key={site.siteId}
              site={site}
              onDismiss={() => setState((current) => withoutSite(current, site.siteId))}
            />
          ))}
        </ul>
      )}
      {state.cards.map((card) => (
        <CameraCard
          key={cardKey(card)}
          card={card}
          onDismiss={() => setState((current) => withoutCard(current, cardKey(card)))}
        />
      ))}
    </section>
  )
}
