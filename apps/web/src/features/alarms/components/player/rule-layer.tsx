import type { AlarmRule } from '@winnow/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { ruleMarks } from '../../model/rule-marks.ts'
import type { Rect, Size } from '../../model/view-transform.ts'
import css from './overlay.module.css'

interface RuleLayerProps {
  findings: readonly AlarmRule[]
  /** Position of the picture in its alarm. */
  frame: number
  /** The picture's rectangle in the stage. */
  rect: Rect
  stage: Size
  /** The size of texts, as a factor. */
  font: number
}

/** What the rules of the camera found: their zones, what was in them, for how long, and which plate. */
export function RuleLayer({ findings, frame, rect, stage, font }: RuleLayerProps) {
  const { t } = useTranslation('rules')
  const formats = useFormats()
  const heat = useId()
  const marks = ruleMarks(findings, frame, rect, {
    stayed: (seconds, zone) => {
      const time = formats.duration(seconds * 1000)
      return zone === null ? t('alarm.stayed', { time }) : t('alarm.stayedIn', { zone, time })
    },
  })
  return (
    <>
      <defs>
        <radialGradient id={heat}>
          <stop offset="0" className={css['heatCore']} />
          <stop offset="1" className={css['heatEdge']} />
        </radialGradient>
      </defs>
      {marks.map(({ key, zone, boxes, spots, notes }) => (
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
          {notes.map((note) => (
            <text key={`${note.x} ${note.y}`} {...notePlace(note, stage, font)}>
              {note.text}
            </text>
          ))}
        </g>
      ))}
    </>
  )
}

/** The width of a character of a note and the height of its line, as shares of the font's size in pixels. */
const CHARACTER = 7.5
const LINE = 14

/** A note stands below its box, where labels of boxes rarely are, and never beyond the stage. */
function notePlace({ x, y, text }: { x: number; y: number; text: string }, stage: Size, font: number) {
  const farthest = stage.width - text.length * CHARACTER * font
  return { x: Math.max(2, Math.min(x, farthest)), y: Math.min(y + LINE * font, stage.height - 4) }
}

/** The name of a zone stands in its middle, above its lower edge, where labels of boxes rarely are. */
function labelPlace(points: readonly (readonly [number, number])[], font: number) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.max(...ys) - 6 * font, textAnchor: 'middle' as const }
}
