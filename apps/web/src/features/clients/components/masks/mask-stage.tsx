import type { Frame, View } from '@winnow/contract'
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { followPointer } from '../../../../lib/follow-pointer.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { FileImage } from '../../../../ui/file-image.tsx'
import '../../../../ui/picture.css'
import type { MaskAction, MaskEditor } from '../../model/mask-editor.ts'
import { inPicture, middles, type Point, type Polygon } from '../../model/mask-geometry.ts'
import css from './masks.module.css'

/** Zones have a colour of their own, so that nobody takes one for a mask. */
const ZONE_LOOK = { line: 'var(--wn-picture-zone)', fill: 'var(--wn-picture-zone-soft)' }

interface MaskStageProps {
  view: Pick<View, 'name'>
  /** The name of the stage and of each area, if the areas are zones of a rule and not masks. */
  zones?: { label: string; names: readonly string[] }
  frame: Frame | undefined
  state: MaskEditor
  act: (action: MaskAction) => void
  locked: boolean
  /** The stage itself, to focus it. */
  stage: RefObject<HTMLDivElement | null>
  /** Indexes of the areas whose outlines cross themselves. */
  crossed: readonly number[]
  /** Areas that a colleague has saved meanwhile; shown as outlines. */
  theirs: readonly Polygon[]
}

/** The step of an arrow key, as a share of the picture; Shift makes it larger. */
const FINE = 0.005
const COARSE = 0.05
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const stepOf = (event: KeyboardEvent): Point | undefined => {
  const step = STEPS[event.key]
  const size = event.shiftKey ? COARSE : FINE
  return step && [step[0] * size, step[1] * size]
}
const place = ([x, y]: Point) => ({ left: `${x * 100}%`, top: `${y * 100}%` })
const corners = (polygon: Polygon) => polygon.map((point) => point.join(',')).join(' ')

/** The height of an area, as a share of the picture, below which its name would hide its corners, and the distance of the name from it then. */
const SMALL = 0.15
const APART = 0.07

/** Where the name of an area stands: between its outermost corners, or below or above an area that is small. */
function placeOfName(polygon: Polygon): Point {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const x = (Math.min(...xs) + Math.max(...xs)) / 2
  if (bottom - top >= SMALL) return [x, (top + bottom) / 2]
  return [x, bottom + APART < 1 - APART ? bottom + APART : top - APART]
}

/** The picture with its masks or zones. Corners are buttons that can be dragged by mouse or finger, and moved with arrow keys. */
export function MaskStage({ view, zones, frame, state, act, locked, stage, crossed, theirs }: MaskStageProps) {
  const { t } = useTranslation('clients')
  const [cursor, setCursor] = useState<Point>([0.5, 0.5])
  const [showCursor, setShowCursor] = useState(false)
  const { maskColor, maskOpacity } = useUser().company.maskConfig
  const { drawing, selected, masks } = state
  const ofMasks = { line: `rgb(${maskColor.join(' ')})`, fill: `rgb(${maskColor.join(' ')} / ${maskOpacity})` }
  const look = zones ? ZONE_LOOK : ofMasks

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) return [0, 0]
    return inPicture([(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height])
  }

  /** Follows the pointer until it is released, also outside the stage. */
  const drag = (event: PointerEvent, move: (to: Point, from: Point) => void) => {
    event.preventDefault()
    event.stopPropagation()
    const target = event.currentTarget
    let from = pointOf(event)
    followPointer(event, (next) => {
      const to = pointOf(next)
      move(to, from)
      from = to
    })
    if (target instanceof HTMLElement) target.focus()
  }

  const onKey = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey
    if (mod && event.key.toLowerCase() === 'z') act({ type: event.shiftKey ? 'redo' : 'undo' })
    else if (mod && event.key.toLowerCase() === 'y') act({ type: 'redo' })
    else if (drawing && event.key === 'Escape') act({ type: 'cancel' })
    else if (selected !== null && event.key === 'Escape') {
      act({ type: 'select', mask: null })
      stage.current?.focus()
    } else if (drawing && event.key === 'Backspace') act({ type: 'back' })
    else if (drawing && event.key === 'Enter' && event.target === stage.current) act({ type: 'finish' })
    else if (drawing && event.key === ' ' && event.target === stage.current) act({ type: 'point', point: cursor })
    else {
      const step = drawing && event.target === stage.current ? stepOf(event) : undefined
      if (!step) return
      setShowCursor(true)
      setCursor(([x, y]) => inPicture([x + step[0], y + step[1]]))
    }
    event.preventDefault()
    event.stopPropagation()
  }

  /** Focuses a corner whose button is rendered with the next frame. If the step was refused, there is no button, and the focus stays. */
  const focusCorner = (at: number) =>
    requestAnimationFrame(() => stage.current?.querySelector<HTMLElement>(`[data-corner="${at}"]`)?.focus())

  const onCorner = (event: KeyboardEvent, mask: number, at: number, [x, y]: Point) => {
    const step = stepOf(event)
    if (step) {
      // Each key press is a separate undo step.
      act({ type: 'grab' })
      act({ type: 'move-point', mask, at, to: [x + step[0], y + step[1]] })
    } else if (event.key === 'Enter') {
      const point = middles(masks[mask] ?? [])[at]
      if (point) act({ type: 'insert', mask, after: at, point })
      focusCorner(at + 1)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      act({ type: 'delete-point', mask, at })
      focusCorner(Math.max(0, at - 1))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its role says that it is an editor
    <div
      ref={stage}
      className={css['stage']}
      role="application"
      aria-label={
        drawing ? t('masks.stageDrawing', { name: view.name }) : (zones?.label ?? t('masks.stage', { name: view.name }))
      }
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- drawing works by keyboard
      tabIndex={locked ? -1 : 0}
      data-drawing={drawing ? true : undefined}
      data-locked={locked || undefined}
      // In a dialog, Escape first ends the drawing or the selection.
      data-mantine-stop-propagation={drawing || selected !== null ? 'true' : undefined}
      style={{ aspectRatio: frame?.width && frame.height ? `${frame.width} / ${frame.height}` : '16 / 9' }}
      onKeyDown={locked ? undefined : onKey}
      onFocus={(event) => event.target.matches(':focus-visible') && setShowCursor(true)}
      onPointerDown={(event) => {
        if (locked || event.button !== 0) return
        if (drawing) act({ type: 'point', point: pointOf(event) })
        else act({ type: 'select', mask: null })
      }}
      onDoubleClick={() => drawing && act({ type: 'finish' })}
    >
      {frame?.url && <FileImage src={frame.url} alt={t('masks.picture', { name: view.name })} />}
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {masks.map((mask, index) => (
          <polygon
            // oxlint-disable-next-line react/no-array-index-key -- the index is the only identity of an area
            key={index}
            className={css['area']}
            data-selected={index === selected || undefined}
            data-crossed={crossed.includes(index) || undefined}
            points={corners(mask)}
            fill={look.fill}
            stroke={look.line}
            onPointerDown={(event) => {
              if (locked || drawing || event.button !== 0) return
              act({ type: 'select', mask: index })
              let grabbed = false
              drag(event, (to, from) => {
                if (!grabbed) act({ type: 'grab' })
                grabbed = true
                act({ type: 'move-mask', mask: index, dx: to[0] - from[0], dy: to[1] - from[1] })
              })
            }}
          />
        ))}
        {theirs.map((mask, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the index is the only identity of an area
          <polygon key={`theirs-${index}`} className={css['theirs']} points={corners(mask)} />
        ))}
        {drawing && drawing.length > 0 && (
          <polyline className={css['line']} points={corners(drawing)} stroke={look.line} fill="none" />
        )}
      </svg>
      {zones?.names.map((name, index) => {
        const area = masks[index]
        return (
          area && (
            // oxlint-disable-next-line react/no-array-index-key -- the index is the only identity of an area
            <span key={`name-${index}`} className={css['name']} style={place(placeOfName(area))} aria-hidden="true">
              {name}
            </span>
          )
        )
      })}
      {!locked && !drawing && selected !== null && masks[selected] && (
        <Handles mask={masks[selected]} index={selected} act={act} drag={drag} onCorner={onCorner} />
      )}
      {drawing?.map((point, index) => (
        <button
          key={`${point.join(' ')} ${index === 0}`}
          type="button"
          className={css['handle']}
          style={place(point)}
          data-first={index === 0 || undefined}
          data-mantine-stop-propagation="true"
          tabIndex={index === 0 ? 0 : -1}
          aria-label={index === 0 ? t('masks.close') : t('masks.corner', { n: index + 1 })}
          onPointerDown={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
          onClick={() => index === 0 && act({ type: 'finish' })}
        />
      ))}
      {drawing && showCursor && <span className={css['cursor']} style={place(cursor)} aria-hidden="true" />}
    </div>
  )
}

interface HandlesProps {
  mask: Polygon
  index: number
  act: (action: MaskAction) => void
  drag: (event: PointerEvent, move: (to: Point, from: Point) => void) => void
  onCorner: (event: KeyboardEvent, mask: number, at: number, point: Point) => void
}

/** The corners of the selected area, and the middles of its edges, from which new corners can be dragged. */
function Handles({ mask, index, act, drag, onCorner }: HandlesProps) {
  const { t } = useTranslation('clients')
  return (
    <>
      {middles(mask).map((point, after) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- the index is the only identity of an edge
          key={`middle-${after}`}
          type="button"
          className={css['middle']}
          style={place(point)}
          tabIndex={-1}
          aria-label={t('masks.insert', { n: after + 1 })}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            act({ type: 'insert', mask: index, after, point })
            drag(event, (to) => act({ type: 'move-point', mask: index, at: after + 1, to }))
          }}
        />
      ))}
      {mask.map((point, at) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- the index is the only identity of a corner, which must keep its focus when it moves
          key={`corner-${at}`}
          type="button"
          className={css['handle']}
          style={place(point)}
          data-corner={at}
          data-mantine-stop-propagation="true"
          aria-label={t('masks.cornerOf', { n: at + 1, area: index + 1 })}
          onKeyDown={(event) => onCorner(event, index, at, point)}
          onDoubleClick={(event) => {
            event.stopPropagation()
            act({ type: 'delete-point', mask: index, at })
          }}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            let grabbed = false
            drag(event, (to) => {
              if (!grabbed) act({ type: 'grab' })
              grabbed = true
              act({ type: 'move-point', mask: index, at, to })
            })
          }}
        />
      ))}
    </>
  )
}
