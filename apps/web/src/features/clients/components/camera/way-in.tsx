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
import { CopyValue } from '../copy-value.tsx'
import { Loaded } from '../panes/loaded.tsx'
import paneCss from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
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

function State({ found: { state, lastEventAt, lastSeenAt, problem }, zone }: { found: DeviceWayIn; zone: string }) {
  const { t } = useTranslation('clients')
  const Icon = STATE_ICONS[state]
  const time = (at: string | null) =>
    at === null ? (
      t('wayIn.never')
    ) : (
      <>
        <AgoText at={at} /> (<TimeText at={at} zone={zone} />)
      </>
    )
  return (
    <>
      <p className={css['state']} data-state={state} role="status">
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        <span>
          <strong>{t(`wayIn.state.${state}`)}</strong> {t(`wayIn.about.${state}`)}
        </span>
      </p>
      {problem && <Problem problem={problem} />}
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
    </>
  )
}

/** What is wrong, since when, what to do, and the line of the settings that allows the address. */
function Problem({ problem: { code, setting, at } }: { problem: NonNullable<DeviceWayIn['problem']> }) {
  const { t } = useTranslation(['clients', 'deviceTests'])
  return (
    <div className={css['problem']}>
      <p>
        <strong>{t(`wayIn.problem.${code}`)}</strong>
        {at !== null && (
          <>
            {' '}
            <AgoText at={at} />
          </>
        )}
      </p>
      <p>{setting === null ? t(`wayIn.help.${code}`) : t('deviceTests:help.setting')}</p>
      {setting !== null && (
        <dl className={paneCss['values']}>
          <CopyValue label={t('deviceTests:setting')} value={setting} />
        </dl>
      )}
    </div>
  )
}
