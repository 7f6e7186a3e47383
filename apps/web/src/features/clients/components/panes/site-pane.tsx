import { type DetailedSite, listReceivers } from '@winnow/contract'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconBell, IconDeviceCctv, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { HistoryLink } from '../../../../ui/history-link.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { NodeSchedule } from '../../../schedules/index.ts'
import { SITE_TABS } from '../../clients-search.ts'
import { nodeQuery } from '../../state/tree-queries.ts'
import { useTab } from '../../state/use-tab.ts'
import { ArmingBanner } from '../arming/arming-banner.tsx'
import { ArmingTab } from '../arming/arming-tab.tsx'
import { CameraList } from '../cameras/camera-list.tsx'
import { DeviceTests } from '../device-tests/device-tests.tsx'
import { MailLogin } from '../site/mail-login.tsx'
import { PanelTab } from '../panel/panel-tab.tsx'
import { RecorderDialog } from '../recorder/recorder-dialog.tsx'
import { Receivers } from '../site/receivers.tsx'
import { SiteForm } from '../site/site-form.tsx'
import { SiteWaysIn } from '../site/site-ways-in.tsx'
import { UnmatchedSignals } from '../site/unmatched-signals.tsx'
import { PauseBanner } from '../override/pause-banner.tsx'
import { PauseButton } from '../override/pause-button.tsx'
import { Loaded } from './loaded.tsx'
import { Locked } from './locked.tsx'
import type { PaneProps } from './pane-props.ts'
import { PaneFrame } from './pane-frame.tsx'
import { PaneTabs } from './pane-tabs.tsx'
import css from './pane.module.css'

/** A site: its settings, its cameras' mail login, its receivers and unmatched messages. */
export function SitePane(props: PaneProps) {
  const query = useQuery({ ...nodeQuery('site', props.id), meta: { errors: 'inline' } })
  return <Loaded query={query}>{(site) => <Content site={site} {...props} />}</Loaded>
}

function Content({ site, tab: wanted, go, onDelete }: PaneProps & { site: DetailedSite }) {
  const { t } = useTranslation(['clients', 'common', 'schedules'])
  const formats = useFormats()
  const [now] = useState(() => new Date())
  const mayWrite = useMay('node.write') && site.permission === 'write'
  const mayPause = useMay('schedule.write') && site.permission === 'write'
  const node = { kind: 'site', id: site.id, name: site.name } as const
  // A site that is not armed and disarmed has no such tab, also if its address names it.
  const [tab, setTab] = useTab(SITE_TABS, wanted === 'arming' && !site.arming ? 'schedule' : wanted, {
    pane: 'site',
    id: site.id,
  })
  const receivers = useOperationQuery(listReceivers, { params: { id: site.id } }, { quiet: true })
  const inTrouble = receivers.data?.some(
    (receiver) => receiver.givenUp > 0 || receiver.retryingSince !== null || receiver.disabledReason !== null,
  )
  const zone = formats.namedZone(now, site.timezone)
  const [hasRecorder, setHasRecorder] = useState(false)
  const ways = mayWrite && (
    <AddButtons
      isFirst={site.viewCount === 0}
      onAdd={() => go({ pane: 'add-view', id: site.id })}
      onRecorder={() => setHasRecorder(true)}
    />
  )
  return (
    <PaneTabs
      label={t('site.parts')}
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'settings', label: t('site.tab.settings'), content: <SiteForm site={site} disabled={!mayWrite} /> },
        {
          id: 'schedule',
          label: t('schedules:tab'),
          content: <NodeSchedule kind="site" id={site.id} disabled={!mayPause} />,
        },
        ...(site.arming
          ? [
              {
                id: 'arming' as const,
                label: t('schedules:arming.tab'),
                content: <ArmingTab site={site} mayArm={mayPause} />,
              },
            ]
          : []),
        {
          id: 'cameras',
          label: t('cameras.title'),
          content: (
            <>
              <SiteWaysIn siteId={site.id} />
              <div className={css['cameras']}>
                <CameraList
                  place={{ siteId: site.id }}
                  onOpen={({ id }) => go({ pane: 'view', id })}
                  firstStep={ways && <div className={css['starts']}>{ways}</div>}
                />
              </div>
            </>
          ),
        },
        {
          id: 'mail',
          label: t('site.tab.mail'),
          content: (
            <>
              <MailLogin site={site} disabled={!mayWrite} />
              {mayWrite && <DeviceTests siteId={site.id} />}
            </>
          ),
        },
        { id: 'panel', label: t('site.tab.panel'), content: <PanelTab site={site} disabled={!mayWrite} /> },
        {
          id: 'receivers',
          label: t('site.tab.receivers'),
          badge: inTrouble ? <IconAlertTriangle size={14} aria-label={t('receivers.trouble')} /> : undefined,
          content: <Receivers site={site} query={receivers} />,
        },
        { id: 'unmatched', label: t('site.tab.unmatched'), content: <UnmatchedSignals site={site} /> },
      ]}
    >
      {(list, panels) => (
        <PaneFrame
          kind="site"
          title={site.name}
          path={[{ name: site.projectName, to: { pane: 'project', id: site.projectId } }]}
          go={go}
          facts={`${site.status.active ? '' : `${t('tree.inactive')} · `}${t('client.cameras', { count: site.viewCount })} · ${zone}`}
          tabs={list}
          actions={
            <>
              {ways}
              <LinkButton
                to="/cams/alarms/{-$id}"
                params={{}}
                search={{ site: site.id }}
                leftSection={<IconBell size={16} aria-hidden="true" />}
              >
                {t('tree.openAlarms')}
              </LinkButton>
              {mayPause && site.pause === null && <PauseButton node={node} />}
              <HistoryLink subject={{ site: site.id }} />
              {mayWrite && (
                <IconButton
                  label={t('site.delete')}
                  onClick={() =>
                    onDelete({ kind: 'site', id: site.id, name: site.name, projectId: site.projectId, siteId: null })
                  }
                >
                  <IconTrash size={18} />
                </IconButton>
              )}
            </>
          }
        >
          {!mayWrite && <Locked />}
          <PauseBanner node={node} of={site} mayPause={mayPause} />
          <ArmingBanner site={site} mayArm={mayPause} />
          {panels}
          <RecorderDialog site={hasRecorder ? site : undefined} onClose={() => setHasRecorder(false)} />
        </PaneFrame>
      )}
    </PaneTabs>
  )
}

interface AddButtonsProps {
  /** Whether the site has no camera yet. */
  isFirst: boolean
  onAdd: () => void
  onRecorder: () => void
}

/** Adds a camera, or all cameras of a recorder. */
function AddButtons({ isFirst, onAdd, onRecorder }: AddButtonsProps) {
  const { t } = useTranslation('clients')
  return (
    <>
      <Button
        look={isFirst ? 'primary' : 'secondary'}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={onAdd}
      >
        {t('camera.add')}
      </Button>
      <Button leftSection={<IconDeviceCctv size={16} aria-hidden="true" />} onClick={onRecorder}>
        {t('recorder.open')}
      </Button>
    </>
  )
}
