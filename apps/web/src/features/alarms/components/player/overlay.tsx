import type { Alarm } from '@winnow/contract'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../../../../lib/preferences/user-preferences.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { sightingText } from '../../../alarm-words/index.ts'
import { placeBoxes } from '../../model/label-placement.ts'
import type { LayerState } from '../../model/layers.ts'
import type { Picture } from '../../model/prefetch-plan.ts'
import { shownSightings } from '../../model/shown-boxes.ts'
import type { Rect, Size } from '../../model/view-transform.ts'
import css from './overlay.module.css'
import { PathLayer } from './path-layer.tsx'
import { RuleLayer } from './rule-layer.tsx'

interface OverlayProps {
  alarm: Pick<Alarm, 'masks' | 'boxesRemoved' | 'detections' | 'reasons' | 'rules' | 'tracks'>
  picture: Picture
  layers: LayerState
  /** The picture's rectangle in the stage. */
  rect: Rect
  stage: Size
}

/** The width of lines and the size of texts, for the style sheet. */
interface OverlaySizes extends CSSProperties {
  '--stroke': string
  '--text': string
}

const sizesOf = (stroke: number, font: number): OverlaySizes => ({
  '--stroke': `${stroke}px`,
  '--text': `${12 * font}px`,
})

const corners = (polygon: Alarm['masks'][number], rect: Rect) =>
  polygon.map(([x, y]) => `${rect.x + x * rect.width},${rect.y + y * rect.height}`).join(' ')

/**
 * Draws the detections in pixels of the stage, so that lines and text keep their size at every zoom. Decorative: the facts say the same in
 * words.
 */
export function Overlay({ alarm, picture, layers, rect, stage }: OverlayProps) {
  const { t } = useTranslation('alarms')
  const { maskColor, maskOpacity } = useUser().company.maskConfig
  const stroke = usePreference('interpreterStrokeSize')
  const font = usePreference('interpreterFontSize')
  if (!layers.shown || stage.width === 0) return null
  const { stands, doubted, faint } = shownSightings(alarm)
  const here = [...(layers.boxes ? [...stands, ...doubted] : []), ...(layers.faint ? faint : [])].filter(
    ({ frame }) => frame === picture.position,
  )
  const boxes = placeBoxes(here, rect, stage, {
    of: (detection) => sightingText(detection.label, detection, t),
    size: font,
  })
  return (
    <svg
      className={css['overlay']}
      style={sizesOf(stroke, font)}
      width={stage.width}
      height={stage.height}
      aria-hidden="true"
      focusable="false"
    >
      {layers.masks &&
        alarm.masks.map((polygon, index) => (
          <polygon
            // oxlint-disable-next-line react/no-array-index-key -- masks have no name and do not move
            key={index}
            className={css['mask']}
            points={corners(polygon, rect)}
            fill={`rgb(${maskColor.join(' ')} / ${maskOpacity})`}
            stroke={`rgb(${maskColor.join(' ')})`}
          />
        ))}
      {layers.motion && <MotionLayer motion={picture.motion} rect={rect} />}
      {layers.boxes && (
        <RuleLayer findings={alarm.rules} frame={picture.position} rect={rect} stage={stage} font={font} />
      )}
      {layers.boxes && <PathLayer tracks={alarm.tracks} frame={picture.position} rect={rect} />}
      {boxes.map(({ key, detection, box }) => (
        <g key={key} className={css['box']} data-class={detection.class} data-doubted={detection.doubt ?? undefined}>
          <rect className={css['rim']} {...box} />
          <rect className={css['line']} {...box} />
        </g>
      ))}
      {boxes.map(({ key, detection, text, label }) => (
        <g key={key} className={css['label']} data-class={detection.class} data-doubted={detection.doubt ?? undefined}>
          <rect {...label} rx={3} />
          <text x={label.x + 5 * font} y={label.y + label.height / 2} dominantBaseline="central">
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** Where something moved. */
function MotionLayer({ motion, rect }: { motion: Picture['motion']; rect: Rect }) {
  return motion.map((box) => (
    <rect
      key={`${box.x} ${box.y} ${box.width} ${box.height}`}
      className={css['motion']}
      x={rect.x + box.x * rect.width}
      y={rect.y + box.y * rect.height}
      width={box.width * rect.width}
      height={box.height * rect.height}
    />
  ))
}
