import type { Alarm } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { trackPaths } from '../../model/track-paths.ts'
import type { Rect } from '../../model/view-transform.ts'
import css from './overlay.module.css'

interface PathLayerProps {
  tracks: Alarm['tracks']
  /** Position of the picture in its alarm. */
  frame: number
  /** The picture's rectangle in the stage. */
  rect: Rect
}

/** The paths of people and vehicles over the pictures, and how long each was seen. */
export function PathLayer({ tracks, frame, rect }: PathLayerProps) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  return trackPaths(tracks ?? [], frame, rect).map(({ key, class: name, points, here, label, seenMs }) => {
    const line = points.map(({ x, y }) => `${x},${y}`).join(' ')
    const isLeft = label.x < rect.x + rect.width / 2
    return (
      <g key={key} className={css['path']} data-class={name}>
        <polyline className={css['rim']} points={line} />
        <polyline className={css['line']} points={line} />
        {points.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={3} />
        ))}
        {here && <circle cx={here.x} cy={here.y} r={6} />}
        {seenMs !== null && seenMs > 0 && (
          <text x={label.x} y={label.y} dx={isLeft ? 10 : -10} dy={-6} textAnchor={isLeft ? 'start' : 'end'}>
            {t('facts.paths.time', { time: formats.duration(seenMs) })}
          </text>
        )}
      </g>
    )
  })
}
