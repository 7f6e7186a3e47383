import type { AlarmRow } from '@winnow/contract'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { onConnectionBack } from '../../../lib/connection/connection.ts'
import { schedule } from '../../../lib/schedule.ts'
import { sessionStore } from '../../../lib/session/session-store.ts'
import { createStoredStore } from '../../../lib/stored.ts'
import { loadPicture } from '../model/picture-cache.ts'
import { pictureOrder, smallUrl } from '../model/prefetch-plan.ts'
import { createThumbCache } from '../model/thumb-cache.ts'
import { alarmQuery, findAlarm } from './use-alarm.ts'

/** Whether this browser shows pictures in the list. */
export const thumbnailsStore = createStoredStore('winnow.alarm-thumbnails', z.boolean(), false)

/** Size of a thumbnail in the page, in pixels. */
const THUMB = { width: 80, height: 52 }
/** The most pixels per CSS pixel that are held. A small copy of a picture has no more: 320 pixels are four times the width of a thumbnail. */
const MAX_DENSITY = 3

/** Small pictures of the rows in sight: 300 of 160 × 104 pixels are 20 MB, and 45 MB on the densest screens. */
export const thumbs = createThumbCache<ImageBitmap>({ schedule, release: (picture) => picture.close() })
onConnectionBack(() => thumbs.retryFailed())

let owner: string | undefined
sessionStore.subscribe(() => {
  const user = sessionStore.get().user?.id
  if (user === owner) return
  owner = user
  thumbs.clear()
})

/** Loads the small copy of a picture, or the picture itself if the server cannot make or send a small copy. */
const loadSmall = (url: string) => loadPicture(smallUrl(url)).catch(() => loadPicture(url))

/** Loads the thumbnail of an alarm: the picture with which the alarm opens, made small by the server. */
export async function loadThumb(queries: QueryClient, row: AlarmRow): Promise<ImageBitmap | undefined> {
  const known = findAlarm(queries, row.id)
  const isFresh = known !== undefined && known.version >= row.version
  const alarm = isFresh ? known : await queries.fetchQuery({ ...alarmQuery(row.id), staleTime: 0 })
  const url = pictureOrder(alarm)[0]
  if (url === undefined) return undefined
  const { image, width, height } = await loadSmall(url)
  // The excess is cut off equally on both sides.
  const scale = Math.max(THUMB.width / width, THUMB.height / height)
  const [cutWidth, cutHeight] = [THUMB.width / scale, THUMB.height / scale]
  const density = Math.min(MAX_DENSITY, Math.max(1, Math.ceil(devicePixelRatio)))
  return createImageBitmap(image, (width - cutWidth) / 2, (height - cutHeight) / 2, cutWidth, cutHeight, {
    resizeWidth: THUMB.width * density,
    resizeHeight: THUMB.height * density,
    resizeQuality: 'medium',
  })
}
