import { getViewRtspStatus, type RtspStatus, type WayInState } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { TimeText } from '../../../../ui/time-text.tsx'
import { Loaded } from '../panes/loaded.tsx'
import css from '../panes/pane.module.css'
import { ConnectionProblem } from './connection-problem.tsx'
import way from './way-in.module.css'
import { STATE_ICONS } from './way-in.tsx'

/** Often enough to see within a minute whether a new stream plays. */
const REFRESH_MS = 5_000

/** The looks of ways in that stand for the states of streams. */
const LOOKS = {
  none: 'empty',
  never: 'empty',
  working: 'working',
  silent: 'silent',
  failing: 'failing',
} as const satisfies Record<RtspStatus['state'], WayInState>

/** Whether the stream of a camera plays, since when, and else why not and what to do. */
export function StreamState({ viewId, zone }: { viewId: string; zone: string }) {
  const query = useOperationQuery(
    getViewRtspStatus,
    { params: { id: viewId } },
    { quiet: true, refetchInterval: REFRESH_MS },
  )
  return (
    <Loaded query={query} rows={2}>
      {(status) => <State status={status} zone={zone} />}
    </Loaded>
  )
}

function State({ status, zone }: { status: RtspStatus; zone: string }) {
  const { t } = useTranslation('clients')
  const { state, since, lastEventAt, problem } = status
  // A stream that has never played and has a problem is not just waiting.
  const look = state === 'never' && problem ? 'unconnected' : LOOKS[state]
  const Icon = STATE_ICONS[look]
  return (
    <>
      <p role="status" className={way['state']} data-state={look}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        <strong>{t(state === 'never' && problem ? 'stream.state.neverFailing' : `stream.state.${state}`)}</strong>
      </p>
      {problem && <ConnectionProblem problem={problem} isStream />}
      <p className={css['hint']}>
        {since !== null && state !== 'never' && (
          <>
            {t('stream.since')} <TimeText at={since} zone={zone} />
            {' · '}
          </>
        )}
        {lastEventAt === null ? (
          t('stream.noAlarm')
        ) : (
          <>
            {t('stream.lastAlarm')} <TimeText at={lastEventAt} zone={zone} />
          </>
        )}
      </p>
    </>
  )
}
