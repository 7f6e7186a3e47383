import { type Alarm, INTERPRETER_SPEEDS } from '@winnow/contract'
import { SegmentedControl } from '@mantine/core'
import {
  IconEye,
  IconEyeOff,
  IconMaximize,
  IconMinus,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlus,
  IconPencil,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { changePreferences } from '../../../../lib/preferences/change-preferences.ts'
import { usePreference } from '../../../../lib/preferences/user-preferences.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Hint } from '../../../../ui/hint.tsx'
import { LAYER_KEYS, LAYERS, toggleAnnotation, toggleLayer } from '../../model/layers.ts'
import { layerStore } from '../../state/layer-store.ts'
import { AdjustMenu } from './adjust-menu.tsx'
import { Originals } from './originals.tsx'
import css from './player-bar.module.css'
import type { Player } from './use-player.ts'
import type { StageView } from './use-stage-view.ts'

type ZoomControls = Pick<StageView, 'zoomIn' | 'zoomOut' | 'reset'> & { scale: number }

interface PlayerBarProps {
  alarm: Alarm
  player: Player
  zoom: ZoomControls
  /** Left out for those who may not change boxes. */
  onEditBoxes?: (() => void) | undefined
}

function Layers({ onEditBoxes }: Pick<PlayerBarProps, 'onEditBoxes'>) {
  const { t } = useTranslation('alarms')
  const layers = useStore(layerStore)
  return (
    <div className={css['group']} data-part="layers" role="group" aria-label={t('player.layers')}>
      <IconButton
        label={t('player.annotation')}
        keys={['S']}
        aria-pressed={layers.shown}
        active={layers.shown}
        onClick={() => layerStore.set(toggleAnnotation)}
      >
        {layers.shown ? <IconEye size={16} /> : <IconEyeOff size={16} />}
      </IconButton>
      {LAYERS.map((layer) => (
        <Hint key={layer} label={t(`command.layer.${layer}`)} keys={[LAYER_KEYS[layer]]}>
          <button
            type="button"
            className={css['layer']}
            aria-pressed={layers.shown && layers[layer]}
            onClick={() => layerStore.set((state) => toggleLayer(state, layer))}
          >
            {t(`player.layer.${layer}`)}
          </button>
        </Hint>
      ))}
      {onEditBoxes && (
        <IconButton label={t('boxes.edit')} keys={['E']} onClick={onEditBoxes}>
          <IconPencil size={16} />
        </IconButton>
      )}
    </div>
  )
}

function Zoom({ zoom }: { zoom: ZoomControls }) {
  const { t } = useTranslation('alarms')
  return (
    <div className={css['group']} data-part="zoom">
      <IconButton label={t('player.zoomOut')} keys={['-']} disabled={zoom.scale <= 1} onClick={zoom.zoomOut}>
        <IconMinus size={16} />
      </IconButton>
      <span className={css['zoom']}>{t('player.zoomValue', { percent: Math.round(zoom.scale * 100) })}</span>
      <IconButton label={t('player.zoomIn')} keys={['+']} onClick={zoom.zoomIn}>
        <IconPlus size={16} />
      </IconButton>
      <IconButton label={t('player.fit')} keys={['0']} disabled={zoom.scale <= 1} onClick={zoom.reset}>
        <IconMaximize size={16} />
      </IconButton>
    </div>
  )
}

/** The controls: play, step, speed, layers, zoom, original. */
export const PlayerBar = memo(function PlayerBar({ alarm, player, zoom, onEditBoxes }: PlayerBarProps) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const { state, dispatch, picture } = player
  const chosenSpeed = usePreference('interpreterSpeed')
  const single = state.count < 2
  return (
    <div className={css['bar']}>
      <div className={css['group']}>
        <IconButton
          label={t('player.previous')}
          keys={['ArrowLeft']}
          disabled={single || state.index === 0}
          onClick={() => dispatch({ type: 'step', by: -1 })}
        >
          <IconPlayerSkipBack size={16} />
        </IconButton>
        <IconButton
          label={t(state.playing ? 'player.pause' : 'player.play')}
          keys={['Space']}
          disabled={single}
          onClick={() => dispatch({ type: 'toggled' })}
        >
          {state.playing ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        </IconButton>
        <IconButton
          label={t('player.next')}
          keys={['ArrowRight']}
          disabled={single || state.index === state.count - 1}
          onClick={() => dispatch({ type: 'step', by: 1 })}
        >
          <IconPlayerSkipForward size={16} />
        </IconButton>
        <span className={css['position']}>
          {t('player.position', { n: formats.number(state.index + 1), of: formats.number(state.count) })}
        </span>
        <SegmentedControl
          className={css['speed'] ?? ''}
          size="xs"
          aria-label={t('player.speed')}
          disabled={single}
          value={String(chosenSpeed)}
          onChange={(value) => {
            const speed = INTERPRETER_SPEEDS.find((known) => String(known) === value)
            if (speed !== undefined) changePreferences({ interpreterSpeed: speed })
          }}
          data={INTERPRETER_SPEEDS.map((speed) => ({
            value: String(speed),
            label: t('player.speedValue', { speed: formats.number(speed, 1) }),
          }))}
        />
      </div>
      <Layers onEditBoxes={onEditBoxes} />
      <Zoom zoom={zoom} />
      <AdjustMenu isComparable={!single} />
      {picture && <Originals alarm={alarm} picture={picture} number={state.index + 1} />}
    </div>
  )
})
