import { type DetailedSite, getSitePanel, type SitePanel } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { CopyValue } from '../copy-value.tsx'
import { Loaded } from '../panes/loaded.tsx'
import css from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import { PanelForm } from './panel-form.tsx'
import { PanelKey } from './panel-key.tsx'
import { PanelState } from './panel-state.tsx'
import { UnknownPanels } from './unknown-panels.tsx'

const REFRESH_MS = 15_000

/** The panel of a site that sends alarms by SIA DC-09: what to type into it, how it does, and what it may. */
export function PanelTab({ site, disabled }: { site: DetailedSite; disabled: boolean }) {
  const query = useOperationQuery(
    getSitePanel,
    { params: { id: site.id } },
    { quiet: true, refetchInterval: REFRESH_MS },
  )
  return (
    <Loaded query={query}>
      {(reply) => (
        <>
          <State site={site} reply={reply} />
          {reply.server && !disabled && <PanelForm siteId={site.id} panel={reply.panel} server={reply.server} />}
          {reply.panel && !disabled && <PanelKey siteId={site.id} panel={reply.panel} />}
          {reply.unknown && reply.unknown.length > 0 && <UnknownPanels rows={reply.unknown} />}
        </>
      )}
    </Loaded>
  )
}

function State({ site, reply: { server, panel } }: { site: DetailedSite; reply: SitePanel }) {
  const { t } = useTranslation('clients')
  if (!server)
    return (
      <Section title={t('panel.title')}>
        <p className={css['hint']}>{t('panel.off')}</p>
      </Section>
    )
  return (
    <Section title={t('panel.title')} hint={t('panel.hint')}>
      <PanelState panel={panel} zone={site.timezone} />
      <dl className={css['values']}>
        <CopyValue label={t('panel.server')} value={server.host} />
        <CopyValue label={t('panel.port')} value={String(server.port)} note={t('panel.portNote')} />
        {panel && <CopyValue label={t('panel.account')} value={panel.account} />}
        <CopyValue label={t('panel.protocol')} value="SIA-DCS, ADM-CID" copyable={false} />
      </dl>
      {server.onlyHere && (
        <p className={css['hint']}>{t('setup.onlyHere', { host: server.host, setting: 'WINNOW_DC09_HOST' })}</p>
      )}
    </Section>
  )
}
