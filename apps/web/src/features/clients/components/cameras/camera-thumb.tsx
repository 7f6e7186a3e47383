import type { CameraRow } from '@winnow/contract'
import { IconPhotoOff } from '@tabler/icons-react'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { usePicture } from '../../../../ui/use-picture.ts'
import { thumbnailUrl } from '../../model/snapshot-url.ts'
import css from './cameras.module.css'

/** The small copy of a camera's latest picture. Decorative, because the camera's name is beside it. Its space is reserved. */
export function CameraThumb({ row }: { row: CameraRow }) {
  const seesPictures = useMay('alarm.read')
  return (
    <span className={css['thumb']} aria-hidden="true">
      {row.shownPictureAt !== null && seesPictures ? (
        <Picture url={thumbnailUrl(row.id, row.shownPictureAt)} />
      ) : (
        <IconPhotoOff size={20} stroke={1.5} />
      )}
    </span>
  )
}

function Picture({ url }: { url: string }) {
  const picture = usePicture(url)
  if (picture.failed) return <IconPhotoOff size={20} stroke={1.5} />
  return <img key={picture.src} src={picture.src} alt="" draggable={false} decoding="async" onError={picture.fail} />
}
