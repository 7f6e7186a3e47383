import { API_BASE } from '@winnow/contract'
import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import type { Area } from './asked.ts'
import css from './investigate.module.css'

const SIDES = ['x', 'y', 'width', 'height'] as const
const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 }
/** A smaller rectangle is a click, not a part of the picture. */
const LEAST = 0.02

const round = (share: number): number => Math.round(share * 100) / 100
const within = (share: number): number => Math.min(1, Math.max(0, share))

/** The rectangle between two points, within the picture. */
export function between(a: { x: number; y: number }, b: { x: number; y: number }): Area {
  const edge = (share: number) => round(within(share))
  const [left, right] = [edge(Math.min(a.x, b.x)), edge(Math.max(a.x, b.x))]
  const [top, bottom] = [edge(Math.min(a.y, b.y)), edge(Math.max(a.y, b.y))]
  return { x: left, y: top, width: round(right - left), height: round(bottom - top) }
}

/** A rectangle with a changed side, kept within the picture. */
export function withSide(area: Area, side: keyof Area, percent: number): Area {
  const next = { ...area, [side]: round(within(percent / 100)) }
  const [x, y] = [Math.min(next.x, 1 - LEAST), Math.min(next.y, 1 - LEAST)]
  return {
    x: round(x),
    y: round(y),
    width: round(Math.min(Math.max(next.width, LEAST), 1 - x)),
    height: round(Math.min(Math.max(next.height, LEAST), 1 - y)),
  }
}

/** A side of the rectangle in percent. What is typed stays as it is until the field is left. */
function Side({ side, area, onChange }: { side: keyof Area; area: Area; onChange: (area: Area) => void }) {
  const { t } = useTranslation('investigate')
  const [typed, setTyped] = useState<number | string>()
  return (
    <NumberField
      size="xs"
      label={t(`area.${side}`)}
      min={0}
      max={100}
      suffix=" %"
      value={typed ?? Math.round(area[side] * 100)}
      onChange={(value) => {
        setTyped(value)
        if (value !== '') onChange(withSide(area, side, Number(value)))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

interface AreaEditorProps {
  initial: Area
  /** The camera whose latest picture is shown; undefined if several are searched. */
  camera: string | undefined
  onDone: (area: Area | undefined) => void
}

/** The latest picture of a camera. A camera without a picture has an empty stage. */
function CameraPicture({ camera }: { camera: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return null
  return (
    <img
      className={css['ground']}
      src={`${API_BASE}/v1/view/${camera}/snapshot?prefetch=true`}
      alt=""
      draggable={false}
      onError={() => setMissing(true)}
    />
  )
}

/** Draws the part of the picture by pointer. Its sides are also fields, for the keyboard. */
function AreaEditor({ initial, camera, onDone }: AreaEditorProps) {
  const { t } = useTranslation('investigate')
  const [area, setArea] = useState(initial)
  const [start, setStart] = useState<{ x: number; y: number }>()
  const pointOf = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
  }
  const drawTo = (event: PointerEvent<HTMLDivElement>) => {
    if (start === undefined) return
    const drawn = between(start, pointOf(event))
    if (drawn.width >= LEAST && drawn.height >= LEAST) setArea(drawn)
  }
  return (
    <div className={css['areaEditor']}>
      <p className={css['hint']}>{t('area.how')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the fields below do the same by keyboard */}
      <div
        className={css['stage']}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setStart(pointOf(event))
        }}
        onPointerMove={drawTo}
        onPointerUp={(event) => {
          drawTo(event)
          setStart(undefined)
        }}
      >
        {camera !== undefined && <CameraPicture camera={camera} />}
        <div
          className={css['rectangle']}
          style={{
            left: `${area.x * 100}%`,
            top: `${area.y * 100}%`,
            width: `${area.width * 100}%`,
            height: `${area.height * 100}%`,
          }}
        />
      </div>
      <div className={css['sides']}>
        {SIDES.map((side) => (
          <Side key={side} side={side} area={area} onChange={setArea} />
        ))}
      </div>
      <div className={css['areaButtons']}>
        <Button onClick={() => onDone(undefined)}>{t('area.whole')}</Button>
        <Button look="primary" onClick={() => onDone(area)}>
          {t('area.use')}
        </Button>
      </div>
    </div>
  )
}

interface AreaFieldProps {
  area: Area | undefined
  /** Whether a site or camera is chosen. Elsewhere a part of the picture means nothing. */
  isPlaced: boolean
  /** The only camera that is searched; undefined if there are others. */
  camera: string | undefined
  onChange: (area: Area | undefined) => void
}

/** The part of the picture in which an object must have been. */
export function AreaField({ area, isPlaced, camera, onChange }: AreaFieldProps) {
  const { t } = useTranslation('investigate')
  const [opened, setOpened] = useState(false)
  const percent = (share: number) => Math.round(share * 100)
  return (
    <>
      <Button
        size="xs"
        disabled={!isPlaced}
        title={isPlaced ? undefined : t('area.needsPlace')}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {isPlaced && area
          ? t('area.chosen', {
              left: percent(area.x),
              top: percent(area.y),
              width: percent(area.width),
              height: percent(area.height),
            })
          : t('area.title')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('area.title')}>
        <AreaEditor
          initial={area ?? WHOLE}
          camera={camera}
          onDone={(next) => {
            setOpened(false)
            onChange(next && (next.width < 1 || next.height < 1) ? next : undefined)
          }}
        />
      </Dialog>
    </>
  )
}
