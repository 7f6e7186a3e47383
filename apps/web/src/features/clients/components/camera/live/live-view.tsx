import { getViewLiveviewStatus, LIVE_VIEW, type LiveviewStatus, type View } from '@winnow/contract'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../../../lib/query/use-operation.ts'
import { Button } from '../../../../../ui/button.tsx'
import { useLiveView, type LiveState } from '../../../state/use-live-view.ts'
import { Section } from '../../panes/section.tsx'
import { ConnectionProblem } from '../connection-problem.tsx'
import css from './live-view.module.css'

/** What a camera shows now, once somebody asks for it. It ends when the page is left or out of sight. */
export function LiveView({ view }: { view: View }) {
  const { t } = useTranslation('clients')
  const video = useRef<HTMLVideoElement>(null)
  const { state, jpeg, show, stop } = useLiveView(view.id, video)
  const isOn = state === 'connecting' || state === 'mp4' || state === 'jpeg'
  return (
    <Section
      title={t('live.title')}
      hint={t('live.hint')}
      actions={
        <Button
          leftSection={
            isOn ? <IconPlayerStop size={16} aria-hidden="true" /> : <IconPlayerPlay size={16} aria-hidden="true" />
          }
          onClick={isOn ? stop : show}
        >
          {t(isOn ? 'live.stop' : state === 'idle' ? 'live.show' : 'live.again')}
        </Button>
      }
    >
      <div className={css['screen']} hidden={!isOn} data-state={state}>
        <video
          ref={video}
          muted
          playsInline
          hidden={state === 'jpeg'}
          aria-label={t('live.picture', { name: view.name })}
        />
        {state === 'jpeg' && jpeg !== undefined && <img src={jpeg} alt={t('live.picture', { name: view.name })} />}
      </div>
      <div role="status" className={css['state']}>
        {state === 'connecting' && <p>{t('live.connecting')}</p>}
        {state === 'mp4' && <p>{t('live.playing')}</p>}
        {state === 'jpeg' && <p>{t('live.keyFrames')}</p>}
        {!isOn && <LiveEnding state={state} viewId={view.id} />}
      </div>
    </Section>
  )
}

/** Why nothing is shown, and what to do about it. */
function LiveEnding({ state, viewId }: { state: LiveState; viewId: string }) {
  const { t } = useTranslation('clients')
  if (state === 'paused') return <p>{t('live.paused')}</p>
  if (state === 'over') return <p>{t('live.pausedLong')}</p>
  if (state === 'limit' || state === 'no-picture' || state === 'ended')
    return <LiveFailure state={state} viewId={viewId} />
  if (state !== 'unsupported') return null
  return (
    <>
      <p>
        <strong>{t('live.unsupported')}</strong>
      </p>
      <p>{t('live.unsupportedHelp')}</p>
    </>
  )
}

/** Which of the limits it is: that of the cameras, or that of those who look. */
const limitHelp = (t: TFunction<'clients'>, { cameras: { taken, most } }: LiveviewStatus): string =>
  taken >= most
    ? t('live.limitHelp', { most })
    : t('live.limitOwn', { own: LIVE_VIEW.perLogin, all: LIVE_VIEW.viewers })

/** A failure whose reason the server knows. */
function LiveFailure({ state, viewId }: { state: 'limit' | 'no-picture' | 'ended'; viewId: string }) {
  const { t } = useTranslation('clients')
  const { data } = useOperationQuery(getViewLiveviewStatus, { params: { id: viewId } }, { quiet: true, staleTime: 0 })
  if (state === 'limit')
    return (
      <>
        <p>
          <strong>{t('live.limit')}</strong>
        </p>
        {data && <p>{limitHelp(t, data)}</p>}
      </>
    )
  return (
    <>
      <p>
        <strong>{t(state === 'ended' ? 'live.ended' : 'live.noPicture')}</strong>
      </p>
      {data?.problem ? (
        <ConnectionProblem problem={data.problem} isStream />
      ) : (
        <p>{t(state === 'ended' ? 'live.endedHelp' : 'live.noPictureHelp')}</p>
      )}
    </>
  )
}
