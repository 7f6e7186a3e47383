import { getViewRtspStatus, type RtspStatus } from '@winnow/contract'
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { TimeText } from '../../../../ui/time-text.tsx'
import { CopyValue } from '../copy-value.tsx'
import { Loaded } from '../panes/loaded.tsx'
import css from '../panes/pane.module.css'
import own from './stream-state.module.css'

/** Often enough to see within a minute whether a new stream plays. */
const REFRESH_MS = 5_000

const LOOKS = {
  none: [IconClock, 'waiting'],
  never: [IconClock, 'waiting'],
  working: [IconCircleCheck, 'works'],
  silent: [IconClock, 'waiting'],
  failing: [IconAlertTriangle, 'fails'],
} as const

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
  const { t } = useTranslation(['clients', 'deviceTests'])
  const { state, since, lastEventAt, problem } = status
  // A stream that has never played and has a problem is not just waiting.
  const [Icon, look] = state === 'never' && problem ? LOOKS.failing : LOOKS[state]
  const setting = problem?.setting ?? null
  return (
    <div className={own['state']}>
      <p role="status" className={`${own['text']} ${own[look]}`}>
        <Icon size={18} aria-hidden="true" />
        {t(state === 'never' && problem ? 'stream.state.neverFailing' : `stream.state.${state}`)}
      </p>
      {problem && (
        <p className={css['hint']}>
          <strong>{t(`stream.problem.${problem.code}`)}</strong>{' '}
          {t(setting === null ? `stream.help.${problem.code}` : 'deviceTests:help.setting')}
        </p>
      )}
      {setting !== null && (
        <dl className={css['values']}>
          <CopyValue label={t('deviceTests:setting')} value={setting} />
        </dl>
      )}
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
    </div>
  )
}
