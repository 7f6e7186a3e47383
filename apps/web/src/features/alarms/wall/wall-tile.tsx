import type { AlarmRow } from '@winnow/contract'
import { useQuery } from '@tanstack/react-query'
import { IconPhotoOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BothTimes } from '../../../ui/both-times.tsx'
import { VerdictBadge } from '../../../ui/verdict-badge.tsx'
import { stateOf } from '../model/matches-filters.ts'
import { loadPicture } from '../model/picture-cache.ts'
import { pictureOrder, smallUrl } from '../model/prefetch-plan.ts'
import { alarmQuery } from '../state/use-alarm.ts'
import css from './wall.module.css'

/** An alarm that has left the wall is forgotten after this time. */
const FORGET_MS = 30_000

/** Loads the picture of a tile. The tile shows its last picture until the new one is decoded, so that it never flickers. */
function useTilePicture(row: AlarmRow, isSmall: boolean): { src: string | undefined; isMissing: boolean } {
  const query = useQuery({ ...alarmQuery(row.id), staleTime: Infinity, gcTime: FORGET_MS, meta: { errors: 'inline' } })
  const first = query.data && pictureOrder(query.data)[0]
  const wanted = first === undefined ? undefined : isSmall ? smallUrl(first) : first
  const [shown, setShown] = useState<{ camera: string; src: string }>()
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    if (wanted === undefined) return undefined
    let left = false
    loadPicture(wanted).then(
      ({ image }) => left || setShown({ camera: row.viewId, src: image.src }),
      () => left || setFailed(wanted),
    )
    return () => {
      left = true
    }
  }, [wanted, row.viewId])
  // Another camera has taken the place: the picture of the last one must not stand beside its name.
  const src = shown?.camera === row.viewId ? shown.src : undefined
  return {
    src,
    isMissing:
      query.isError ||
      (query.data !== undefined && wanted === undefined) ||
      (failed === wanted && wanted !== undefined),
  }
}

/** A tile: the last picture of a camera, with where, when and the verdict. */
export const WallTile = memo(function WallTile({ row, isSmall }: { row: AlarmRow; isSmall: boolean }) {
  const { t } = useTranslation('review')
  const { src, isMissing } = useTilePicture(row, isSmall)
  return (
    <Link
      to="/cams/alarms/{-$id}"
      params={{ id: row.id }}
      className={css['tile'] ?? ''}
      data-verdict={stateOf(row)}
      data-tile=""
    >
      <span className={css['picture']}>
        {src !== undefined && <img src={src} alt="" draggable={false} decoding="sync" />}
        {src === undefined && isMissing && (
          <span className={css['missing']}>
            <IconPhotoOff size={24} stroke={1.5} aria-hidden="true" />
            {t('wall.noPicture')}
          </span>
        )}
      </span>
      <span className={css['line']}>
        <strong title={row.viewName}>{row.viewName}</strong>
        <VerdictBadge verdict={stateOf(row)} />
      </span>
      <span className={css['line']}>
        <span className={css['place']} title={`${row.projectName} · ${row.siteName}`}>
          {row.projectName} · {row.siteName}
        </span>
        <span className={css['time']}>
          <BothTimes at={row.receivedAt} zone={row.timezone} first="user" show="time" part="first" />
        </span>
      </span>
    </Link>
  )
})
