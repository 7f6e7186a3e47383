import { getWayIn, type DeviceWayIn, type View, type WayInState } from '@winnow/contract'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconPlugConnectedX,
  IconPlugX,
  IconVolumeOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { TimeText } from '../../../../ui/time-text.tsx'
import { AgoText } from '../ago-text.tsx'
import { Loaded } from '../panes/loaded.tsx'
import paneCss from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import { CameraSystem } from './camera-system.tsx'
import { ConnectionProblem } from './connection-problem.tsx'
import css from './way-in.module.css'

/** A camera becomes silent, or a lost connection a failure, by the passing of time alone. */
const LOOK_MS = 60_000

export const STATE_ICONS: Readonly<Record<WayInState, TablerIcon>> = {
  empty: IconCircleDashed,
  unconnected: IconPlugX,
  silent: IconVolumeOff,
  failing: IconPlugConnectedX,
  working: IconCircleCheck,
}

export const useWayIn = (viewId: string) =>
  useOperationQuery(getWayIn, { params: { id: viewId } }, { quiet: true, refetchInterval: LOOK_MS })

/** The system of a camera whose stream tells its own state. Nothing where it stands behind none. */
export function WayInOfSystem({ view }: { view: View }) {
  const { t } = useTranslation('clients')
  const system = useWayIn(view.id).data?.system
  return system ? (
    <Section title={t('wayIn.title')}>
      <CameraSystem system={system} />
    </Section>
  ) : null
}

/** Whether the device of a camera gets through: its state, the last event, what is wrong and what to do. */
export function WayIn({ view }: { view: View }) {
  const { t } = useTranslation('clients')
  const query = useWayIn(view.id)
  return (
    <Section title={t('wayIn.title')}>
      <Loaded query={query} rows={2}>
        {(found) => <State found={found} zone={view.timezone} />}
      </Loaded>
    </Section>
  )
}

function State({
  found: { state, lastEventAt, lastSeenAt, problem, system },
  zone,
}: {
  found: DeviceWayIn
  zone: string
}) {
  const { t } = useTranslation('clients')
  const Icon = STATE_ICONS[state]
  const time = (at: string | null) =>
    at === null ? (
      t('wayIn.never')
    ) : (
      // One element, because the value sets a gap between its children.
      <span>
        <AgoText at={at} /> (<TimeText at={at} zone={zone} />)
      </span>
    )
  return (
    <>
      <p className={css['state']} data-state={state} role="status">
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        <span>
          <strong>{t(`wayIn.state.${state}`)}</strong> {t(`wayIn.about.${state}`)}
        </span>
      </p>
      {problem && <ConnectionProblem problem={problem} isStream={problem.isStream} />}
      <dl className={paneCss['values']}>
        <div className={paneCss['value']}>
          <dt>{t('wayIn.lastEvent')}</dt>
          <dd>{time(lastEventAt)}</dd>
        </div>
        {lastSeenAt !== lastEventAt && (
          <div className={paneCss['value']}>
            <dt>{t('wayIn.lastSeen')}</dt>
            <dd>{time(lastSeenAt)}</dd>
          </div>
        )}
      </dl>
      {system && <CameraSystem system={system} />}
    </>
  )
}
