import type { Alarm } from '@winnow/contract'
import { useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { useCommands } from '../../../../lib/commands/use-commands.ts'
import { comparedWith } from '../../model/compared.ts'
import { filterOf } from '../../model/picture-look.ts'
import { placed } from '../../model/view-transform.ts'
import { layerStore } from '../../state/layer-store.ts'
import { compareStore, lookStore } from '../../state/picture-look-store.ts'
import { CompareLayer } from './compare-layer.tsx'
import { ErrorNote } from './error-note.tsx'
import { BoxDialog } from '../boxes/box-dialog.tsx'
import { useBoxEditing } from '../boxes/use-box-editing.ts'
import { Filmstrip } from './filmstrip.tsx'
import { Overlay } from './overlay.tsx'
import { Originals } from './originals.tsx'
import { HiddenDownload, hiddenFrames, notShownText } from '../../../../ui/not-shown.tsx'
import '../../../../ui/picture.css'
import { PictureImage } from './picture-image.tsx'
import { PlayerBar } from './player-bar.tsx'
import { playerCommands } from './player-commands.ts'
import css from './player.module.css'
import { Stage } from './stage.tsx'
import stageCss from './stage.module.css'
import { usePlayer } from './use-player.ts'
import { useSwipe } from './use-swipe.ts'
import { useStageView } from './use-stage-view.ts'

/** The assumed shape of a picture of unknown size, so that its reserved space is about right. */
const UNKNOWN = { width: 16, height: 9 }

function Nothing({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const hidden = hiddenFrames(alarm.frames)
  const isRead = hidden.some(({ problem }) => problem !== null)
  const isUnprepared = alarm.verdict === null && !isRead
  if (isUnprepared && !alarm.outside) return <ErrorNote title={t('player.waiting')} />
  if (hidden[0]) {
    const isTooLarge = hidden.every((frame) => notShownText(frame, t) === t('hidden.tooLarge'))
    return (
      <ErrorNote
        title={isUnprepared ? t('player.outside') : isTooLarge ? t('hidden.tooLarge') : t('player.unreadable')}
        body={isTooLarge ? t('hidden.tooLargeBody') : t('player.noPicturesBody')}
      >
        {hidden.map((frame) => (
          <HiddenDownload key={frame.position} alarm={alarm} frame={frame} />
        ))}
        <Originals alarm={alarm} />
      </ErrorNote>
    )
  }
  const unreadable = alarm.problems.length > 0
  return (
    <ErrorNote title={t(unreadable ? 'player.unreadable' : 'player.noPictures')} body={t('player.noPicturesBody')}>
      <Originals alarm={alarm} />
    </ErrorNote>
  )
}

/** The picture with which the shown one is compared; undefined unless the user compares. */
function useCompared({ pictures, state }: ReturnType<typeof usePlayer>) {
  const isComparing = useStore(compareStore, ({ on }) => on)
  return isComparing ? comparedWith(pictures, state.index) : undefined
}

interface PlayerProps {
  /** `undefined` while loading; all parts keep their places. */
  alarm: Alarm | undefined
  /** Moves to the newer or older alarm. */
  onStep: (direction: 'next' | 'previous') => void
}

/** The pictures of the open alarm. */
export function Player({ alarm, onStep }: PlayerProps) {
  const { t } = useTranslation('alarms')
  const ref = useRef<HTMLDivElement>(null)
  const layers = useStore(layerStore)
  const player = usePlayer(alarm)
  const { picture, state } = player
  const size = picture?.width && picture.height ? { width: picture.width, height: picture.height } : UNKNOWN
  const view = useStageView(ref, size, alarm?.id ?? '')
  const rect = placed(view.fit, view.view)
  const filter = useStore(lookStore, filterOf)
  const compared = useCompared(player)
  // The parts below follow a frame later, so that they do not delay the picture.
  const { scale } = view.view
  const { zoomIn, zoomOut, reset } = view
  const zoom = useMemo(() => ({ scale, zoomIn, zoomOut, reset }), [scale, zoomIn, zoomOut, reset])
  const below = useDeferredValue(useMemo(() => ({ alarm, player, zoom }), [alarm, player, zoom]))
  // A swipe works as if the older alarm were to the right of this alarm.
  const swipe = useSwipe(
    () => scale <= 1,
    (way) => onStep(way === 'left' ? 'previous' : 'next'),
  )
  useCommands('alarm-player', playerCommands(player, view))
  const boxes = useBoxEditing(alarm, player)
  return (
    <section className={css['player']} aria-label={t('player.label')}>
      <Stage ref={ref} view={view} swipe={swipe}>
        {alarm === undefined && (
          <span
            className={stageCss['waiting']}
            style={{ left: rect.x, top: rect.y, width: rect.width, height: rect.height }}
          />
        )}
        {alarm && !picture && <Nothing alarm={alarm} />}
        {alarm && picture && view.stage.width > 0 && (
          <PictureImage
            key={picture.url}
            url={picture.url}
            alt={t('player.alt', { n: state.index + 1, of: state.count, camera: alarm.viewName })}
            alarmId={alarm.id}
            rect={rect}
            filter={filter}
          >
            {compared && <CompareLayer key={compared.picture.url} compared={compared} rect={rect} filter={filter} />}
            <Overlay alarm={alarm} picture={picture} layers={layers} rect={rect} stage={view.stage} />
          </PictureImage>
        )}
      </Stage>
      <div className={css['below']}>
        {below.alarm && below.player.picture && (
          <>
            <PlayerBar alarm={below.alarm} player={below.player} zoom={below.zoom} onEditBoxes={boxes.open} />
            <Filmstrip alarm={below.alarm} player={below.player} />
          </>
        )}
      </div>
      <BoxDialog edited={boxes.edited} onClose={boxes.close} />
    </section>
  )
}
