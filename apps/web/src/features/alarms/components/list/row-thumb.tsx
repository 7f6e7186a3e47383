import type { AlarmRow } from '@winnow/contract'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { loadThumb, thumbs } from '../../state/thumbs.ts'
import css from './alarm-row-item.module.css'

/** A thumbnail of the alarm's first picture. Its space is reserved. Decorative: the row says everything in words. */
export function RowThumb({ row }: { row: AlarmRow }) {
  const queries = useQueryClient()
  const canvas = useRef<HTMLCanvasElement>(null)
  const thumb = useSyncExternalStore(thumbs.subscribe, () => thumbs.get(row.id))
  useEffect(() => thumbs.want(row.id, row.version, () => loadThumb(queries, row)), [queries, row])
  const picture = thumb?.state === 'ready' ? thumb.picture : undefined
  useLayoutEffect(() => {
    if (!picture || !canvas.current) return
    canvas.current.width = picture.width
    canvas.current.height = picture.height
    canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  return (
    <span className={css['thumb']} aria-hidden="true">
      {picture && <canvas ref={canvas} />}
      {(thumb?.state === 'none' || thumb?.state === 'failed') && <IconPhotoOff size={18} stroke={1.5} />}
    </span>
  )
}
