import type { View } from '@winnow/contract'
import { useQuery } from '@tanstack/react-query'
import { IconBell, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { HistoryLink } from '../../../../ui/history-link.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { NodeSchedule } from '../../../schedules/index.ts'
import { VIEW_TABS } from '../../clients-search.ts'
import { nodeQuery } from '../../state/tree-queries.ts'
import { useTab } from '../../state/use-tab.ts'
import { Connect } from '../camera/connect.tsx'
import { LastSignals } from '../camera/last-signals.tsx'
import { LearningTab } from '../camera/learning-tab.tsx'
import { Products } from '../camera/products.tsx'
import { ReceivedSignals } from '../camera/received-signals.tsx'
import { ReferencePicture } from '../camera/reference-picture.tsx'
import { Tampering } from '../camera/tampering.tsx'
import { TestAlarm } from '../camera/test-alarm.tsx'
import { useViewLive } from '../../state/use-view-live.ts'
import { ViewForm } from '../camera/view-form.tsx'
import { MasksTab } from '../masks/masks-tab.tsx'
import { RulesTab } from '../rules/rules-tab.tsx'
import { PauseBanner } from '../override/pause-banner.tsx'
import { PauseButton } from '../override/pause-button.tsx'
import { Loaded } from './loaded.tsx'
import { Locked } from './locked.tsx'
import type { PaneProps } from './pane-props.ts'
import { PaneFrame } from './pane-frame.tsx'
import { PaneTabs } from './pane-tabs.tsx'

/** A camera: connection, test, settings, schedule, masks, rules and received messages. */
export function ViewPane(props: PaneProps) {
  const query = useQuery({ ...nodeQuery('view', props.id), meta: { errors: 'inline' } })
  return <Loaded query={query}>{(view) => <Content view={view} {...props} />}</Loaded>
}

function Content({ view, tab: wanted, go, onDelete }: PaneProps & { view: View }) {
  const { t } = useTranslation(['clients', 'errors', 'rules', 'schedules'])
  const mayWrite = useMay('node.write') && view.permission === 'write'
  // Only programs configure a camera that a program created. Everybody else may still test, pause and delete it.
  const mayConfigure = mayWrite && !view.createdByApi
  const maySwitch = useMay('detect.toggle') && view.permission === 'write' && !view.createdByApi
  const mayWatch = useMay('tampering.write') && view.permission === 'write' && !view.createdByApi
  const seesPictures = useMay('alarm.read')
  const mayPause = useMay('schedule.write') && view.permission === 'write'
  const node = { kind: 'view', id: view.id, name: view.name } as const
  const [tab, setTab] = useTab(VIEW_TABS, wanted, { pane: 'view', id: view.id })
  useViewLive(view)
  return (
    <PaneTabs
      label={t('camera.parts')}
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: 'connect',
          label: t('camera.tab.connect'),
          content: (
            <>
              {seesPictures && <ReferencePicture view={view} disabled={!mayWrite} />}
              <Connect view={view} disabled={!mayConfigure} />
            </>
          ),
        },
        { id: 'test', label: t('camera.tab.test'), content: <TestAlarm view={view} disabled={!mayWrite} /> },
        {
          id: 'settings',
          label: t('camera.tab.settings'),
          content: (
            <>
              <Products view={view} disabled={!maySwitch} />
              <Tampering view={view} disabled={!mayWatch} />
              <ViewForm view={view} disabled={!mayConfigure} />
            </>
          ),
        },
        {
          id: 'schedule',
          label: t('schedules:tab'),
          content: <NodeSchedule kind="view" id={view.id} disabled={!mayPause} />,
        },
        { id: 'masks', label: t('camera.tab.masks'), content: <MasksTab view={view} /> },
        { id: 'rules', label: t('rules:tab'), content: <RulesTab view={view} /> },
        {
          id: 'learning',
          label: t('camera.tab.learning'),
          content: <LearningTab view={view} disabled={!mayConfigure} />,
        },
        { id: 'received', label: t('camera.tab.received'), content: <ReceivedSignals view={view} /> },
      ]}
    >
      {(list, panels) => (
        <PaneFrame
          kind="view"
          title={view.name}
          active={view.status.active}
          path={[
            { name: view.projectName, to: { pane: 'project', id: view.clientId } },
            { name: view.siteName, to: { pane: 'site', id: view.siteId } },
          ]}
          go={go}
          facts={<LastSignals view={view} />}
          tabs={list}
          actions={
            <>
              <LinkButton
                to="/cams/alarms/{-$id}"
                params={{}}
                search={{ camera: view.id }}
                leftSection={<IconBell size={16} aria-hidden="true" />}
              >
                {t('tree.openAlarms')}
              </LinkButton>
              {mayPause && view.pause === null && <PauseButton node={node} />}
              <HistoryLink subject={{ view: view.id }} />
              {mayWrite && (
                <IconButton
                  label={t('camera.delete')}
                  onClick={() =>
                    onDelete({
                      kind: 'view',
                      id: view.id,
                      name: view.name,
                      projectId: view.clientId,
                      siteId: view.siteId,
                    })
                  }
                >
                  <IconTrash size={18} />
                </IconButton>
              )}
            </>
          }
        >
          {/* Masks and rules need separate permissions, and their tabs explain a missing one themselves. */}
          {!mayWrite && tab !== 'masks' && tab !== 'rules' && <Locked />}
          {mayWrite && view.createdByApi && <Locked>{t('errors:code.VIEW_BY_API')}</Locked>}
          <PauseBanner node={node} of={view} mayPause={mayPause} />
          {panels}
        </PaneFrame>
      )}
    </PaneTabs>
  )
}
