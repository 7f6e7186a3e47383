import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { usePreference } from '../../../../lib/preferences/user-preferences.ts'
import { schedule } from '../../../../lib/schedule.ts'
import { usePicture } from '../../../../ui/use-picture.ts'
import { clampSplit, type Compared } from '../../model/compared.ts'
import type { Rect } from '../../model/view-transform.ts'
import { compareStore } from '../../state/picture-look-store.ts'
import css from './compare.module.css'

/** How long each of two pictures is shown in turn, in milliseconds at speed 1. */
const TURN_MS = 700
/** Percent of the width that an arrow key moves the slider by. */
const KEY_STEP = 2

interface CompareLayerProps {
  compared: Compared
  /** The picture's rectangle in the stage. */
  rect: Rect
  filter: string | undefined
}

/** Whether it is the turn of the second picture. */
function useTurns(isRunning: boolean): boolean {
  const speed = usePreference('interpreterSpeed')
  const [turn, setTurn] = useState(0)
  useEffect(
    () => (isRunning ? schedule(() => setTurn(turn + 1), TURN_MS / speed) : undefined),
    [isRunning, turn, speed],
  )
  return turn % 2 === 1
}

/** The edge between the pictures: moved by dragging it, or by arrow keys. The pointer alone moves nothing. */
function Splitter({ rect, split }: { rect: Rect; split: number }) {
  const { t } = useTranslation('alarms')
  const move = (next: number) => compareStore.set((state) => ({ ...state, split: clampSplit(next) }))
  const isDragged = useRef(false)
  const release = () => {
    isDragged.current = false
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!isDragged.current) return
    const stage = event.currentTarget.parentElement?.getBoundingClientRect()
    if (stage) move(((event.clientX - stage.left - rect.x) / rect.width) * 100)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: split - KEY_STEP, ArrowRight: split + KEY_STEP, Home: 0, End: 100 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  return (
    <div
      className={css['splitter']}
      style={{ left: rect.x + (rect.width * split) / 100, top: rect.y, height: rect.height }}
      role="slider"
      tabIndex={0}
      aria-label={t('compare.slider')}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={split}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        // The stage would pan a zoomed picture.
        event.stopPropagation()
        if (event.button !== 0) return
        isDragged.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onTouchStart={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  )
}

/** A second picture of the alarm over the shown one: beside it with a slider, in turn with it, or through it. */
export function CompareLayer({ compared, rect, filter }: CompareLayerProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const formats = useFormats()
  const mode = usePreference('sceneChangeMode')
  const opacity = usePreference('sceneChangeOpacity')
  const split = useStore(compareStore, (state) => state.split)
  const turn = useTurns(mode === 'video')
  const picture = usePicture(compared.picture.url)
  const { before, after, isBefore } = compared
  const name = (index: number) => t('player.thumbnail', { n: formats.number(index + 1) })
  const clip = isBefore ? `inset(0 ${100 - split}% 0 0)` : `inset(0 0 0 ${split}%)`
  const look = {
    images: { clipPath: clip },
    overlay: { opacity: opacity / 100 },
    video: { visibility: turn ? ('visible' as const) : ('hidden' as const) },
  }[mode]
  const shown = turn === isBefore ? before : after
  return (
    <>
      {!picture.failed && (
        <img
          key={picture.src}
          className={css['picture']}
          style={{ left: rect.x, top: rect.y, width: rect.width, height: rect.height, filter, ...look }}
          src={picture.src}
          alt={t('compare.alt', { n: formats.number((isBefore ? before : after) + 1) })}
          draggable={false}
          onError={picture.fail}
        />
      )}
      {mode === 'images' && !picture.failed && <Splitter rect={rect} split={split} />}
      <span className={css['names']}>
        {picture.failed ? (
          <span role="status">{t('common:fileError')}</span>
        ) : mode === 'video' ? (
          <span>{name(shown)}</span>
        ) : (
          <>
            <span>{name(before)}</span>
            <span>{name(after)}</span>
          </>
        )}
      </span>
    </>
  )
}
