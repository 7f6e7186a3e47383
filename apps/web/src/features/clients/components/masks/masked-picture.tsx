import { useUser } from '../../../../lib/session/session.ts'
import { FileImage } from '../../../../ui/file-image.tsx'
import type { Polygon } from '../../model/mask-geometry.ts'
import css from './masks.module.css'

interface MaskedPictureProps {
  picture: { url: string; width: number | null; height: number | null } | null
  masks: readonly Polygon[]
  /** Names the picture for assistive technology. */
  alt: string
  /** In pixels. A higher picture is shown smaller. */
  maxHeight?: number
}

/** A picture with masks that cannot be edited. Without a picture, the masks are shown in an empty frame. */
export function MaskedPicture({ picture, masks, alt, maxHeight }: MaskedPictureProps) {
  const { maskColor, maskOpacity } = useUser().company.maskConfig
  const ratio = picture?.width && picture.height ? picture.width / picture.height : 16 / 9
  return (
    <div
      className={css['small']}
      style={{ aspectRatio: ratio, ...(maxHeight === undefined ? {} : { maxWidth: maxHeight * ratio }) }}
      {...(picture ? {} : { role: 'img', 'aria-label': alt })}
    >
      {picture && <FileImage src={picture.url} alt={alt} />}
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {masks.map((mask, index) => (
          <polygon
            // oxlint-disable-next-line react/no-array-index-key -- the index is the only identity of an area
            key={index}
            className={css['area']}
            points={mask.map((point) => point.join(',')).join(' ')}
            fill={`rgb(${maskColor.join(' ')} / ${maskOpacity})`}
            stroke={`rgb(${maskColor.join(' ')})`}
          />
        ))}
      </svg>
    </div>
  )
}
