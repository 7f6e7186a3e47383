import type { AlarmRow } from '@winnow/contract'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { onConnectionBack } from '../../../lib/connection/connection.ts'
import { schedule } from '../../../lib/schedule.ts'
import { sessionStore } from '../../../lib/session/session-store.ts'
import { createStoredStore } from '../../../lib/stored.ts'
import { loadPicture } from '../model/picture-cache.ts'
import { pictureOrder } from '../model/prefetch-plan.ts'
import { createThumbCache } from '../model/thumb-cache.ts'
import { alarmQuery, findAlarm } from './use-alarm.ts'

/** Whether this browser shows pictures in the list. */
export const thumbnailsStore = createStoredStore('winnow.alarm-thumbnails', z.boolean(), false)

/** Size of a thumbnail in the page, in pixels. */
const THUMB = { width: 80, height: 52 }
/** Pixels per CSS pixel, for high-density screens. */
const DENSITY = 2

/** Small pictures of the rows in sight: 300 of 160 × 104 pixels are 20 MB. */
export const thumbs = createThumbCache<ImageBitmap>({ schedule, release: (picture) => picture.close() })
onConnectionBack(() => thumbs.retryFailed())

let owner: string | undefined
sessionStore.subscribe(() => {
  const user = sessionStore.get().user?.id
  if (user === owner) return
  owner = user
  thumbs.clear()
})

/**
 * Loads the thumbnail of an alarm's first picture. It uses the prefetched picture's address, so that opening the alarm then needs no
 * download. The large picture is not held.
 */
export async function loadThumb(queries: QueryClient, row: AlarmRow): Promise<ImageBitmap | undefined> {
  const known = findAlarm(queries, row.id)
  const isFresh = known !== undefined && known.version >= row.version
  const alarm = isFresh ? known : await queries.fetchQuery({ ...alarmQuery(row.id), staleTime: 0 })
  const url = pictureOrder(alarm)[0]
  if (url === undefined) return undefined
  const { image, width, height } = await loadPicture(url)
  // The excess is cut off equally on both sides.
  const scale = Math.max(THUMB.width / width, THUMB.height / height)
  const [cutWidth, cutHeight] = [THUMB.width / scale, THUMB.height / scale]
  return createImageBitmap(image, (width - cutWidth) / 2, (height - cutHeight) / 2, cutWidth, cutHeight, {
    resizeWidth: THUMB.width * DENSITY,
    resizeHeight: THUMB.height * DENSITY,
    resizeQuality: 'medium',
  })
}
