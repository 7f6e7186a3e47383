import type { AlarmRule } from '@winnow/contract'
import { useId } from 'react'
import { ruleMarks } from '../../model/rule-marks.ts'
import type { Rect } from '../../model/view-transform.ts'
import css from './overlay.module.css'

interface RuleLayerProps {
  findings: readonly AlarmRule[]
  /** Position of the picture in its alarm. */
  frame: number
  /** The picture's rectangle in the stage. */
  rect: Rect
  /** The size of texts, as a factor. */
  font: number
}

/** What the rules of the camera found: their zones, and what was in them. */
export function RuleLayer({ findings, frame, rect, font }: RuleLayerProps) {
  const heat = useId()
  const marks = ruleMarks(findings, frame, rect)
  return (
    <>
      <defs>
        <radialGradient id={heat}>
          <stop offset="0" className={css['heatCore']} />
          <stop offset="1" className={css['heatEdge']} />
        </radialGradient>
      </defs>
      {marks.map(({ key, zone, boxes, spots }) => (
        <g key={key} className={css['rule']}>
          {zone && (
            <>
              <polygon data-filled={zone.isFilled || undefined} points={zone.points.map(String).join(' ')} />
              <text {...labelPlace(zone.points, font)}>{zone.name}</text>
            </>
          )}
          {spots.map(({ x, y, radius }) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} fill={`url(#${heat})`} />
          ))}
          {boxes.map((box) => (
            <rect key={`${box.x} ${box.y}`} {...box} />
          ))}
        </g>
      ))}
    </>
  )
}

/** The name of a zone stands in its middle, above its lower edge, where labels of boxes rarely are. */
function labelPlace(points: readonly (readonly [number, number])[], font: number) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.max(...ys) - 6 * font, textAnchor: 'middle' as const }
}
