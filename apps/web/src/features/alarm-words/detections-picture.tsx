import type { Alarm, Frame } from '@winnow/contract'
import { sightings } from '@winnow/domain'
import { useTranslation } from 'react-i18next'
import { sightingText } from './sighting-text.ts'
import css from './detections-picture.module.css'
import { FileImage } from '../../ui/file-image.tsx'
import { FoundBox } from '../../ui/found-box.tsx'

interface DetectionsPictureProps {
  frame: Frame
  alt: string
  /** The detections of all frames (only those of this frame are drawn), and the alarm's reasons. */
  seen: Pick<Alarm, 'detections' | 'reasons'>
  masks?: Alarm['masks']
  /** Colour (red, green, blue) and opacity of masks. */
  maskStyle?: { maskColor: readonly number[]; maskOpacity: number }
}

/** Shows a picture with masks and detections, as wide as its container. The player of the alarms screen can do more. */
export function DetectionsPicture({ frame, alt, seen, masks = [], maskStyle }: DetectionsPictureProps) {
  const { t } = useTranslation('alarms')
  const { width, height } = frame
  const { stands, doubted } = sightings(seen)
  const shown = [...stands, ...doubted].filter((detection) => detection.frame === frame.position)
  return (
    <figure
      className={css['picture']} // The size is unknown until the picture was read.
      style={{ aspectRatio: width && height ? `${width} / ${height}` : '16 / 9' }}
    >
      {frame.url && (
        <FileImage src={frame.url} alt={alt}>
          {masks.length > 0 && maskStyle && (
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              {masks.map((mask) => (
                <polygon
                  key={mask.join(' ')}
                  points={mask.map((point) => point.join(',')).join(' ')}
                  fill={`rgb(${maskStyle.maskColor.join(' ')} / ${maskStyle.maskOpacity})`}
                />
              ))}
            </svg>
          )}
          {shown.map(({ box, class: name, score, doubt, label }) => (
            <FoundBox
              key={`${label} ${box.x} ${box.y}`}
              box={box}
              of={name}
              label={sightingText(t(`class.${name}`), { score, doubt }, t)}
              doubt={doubt}
            />
          ))}
        </FileImage>
      )}
    </figure>
  )
}
