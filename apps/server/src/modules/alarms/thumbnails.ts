import { buffer } from 'node:stream/consumers'
import { LIMITS, PoolClosed, type AnalysisPool } from '@winnow/vision'
import { inTenant, type Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import { MediaMissingError, type MediaStore } from '../../platform/media/media-store.ts'
import { createPictureTurns } from './picture-turns.ts'
import { findFrameFiles, type FrameFiles, type ShownPictures } from './shown-picture.ts'

/** The longest side of a thumbnail, in pixels. */
const SIDE = 320
/** The number of pictures to remember that could not be made smaller. They are shown in full size, and not tried again. */
const MAX_FAILED = 1_000

/** Small copies of pictures, each made when it is first needed. */
export interface Thumbnails {
  /**
   * Key of a small copy of a frame's picture, without metadata. If there is none, the key of the picture itself; undefined if nothing may
   * be shown.
   * @throws AppError UNAVAILABLE when too many are waiting
   */
  keyOf(frame: FrameFiles): Promise<string | undefined>
}

export interface ThumbnailsDeps {
  db: Db
  media: MediaStore
  log: Logger
  pool: Pick<AnalysisPool, 'annotate'> | undefined
}

const thumbKey = (key: string): string => key.replace(/\.[a-z0-9]+$/, '-thumb.jpg')

export function createThumbnails({ db, media, log, pool }: ThumbnailsDeps, shown: ShownPictures): Thumbnails {
  const underWay = new Map<string, Promise<string | undefined>>()
  const failed = new Set<string>()
  const inTurn = createPictureTurns()

  /** Stores a small copy of a file. Undefined if that is impossible. */
  async function shrink(key: string, by: Pick<AnalysisPool, 'annotate'>): Promise<string | undefined> {
    try {
      const content = await media.get(key)
      if (content.bytes > LIMITS.stillBytes) {
        content.body.destroy()
        return undefined
      }
      const jpeg = await by.annotate({ jpeg: await buffer(content.body), detections: [], maxSide: SIDE })
      await media.put(thumbKey(key), jpeg)
      return thumbKey(key)
    } catch (err) {
      if (err instanceof PoolClosed) throw err
      if (!(err instanceof MediaMissingError)) log.warn({ err, key }, 'a picture could not be made smaller')
      return undefined
    }
  }

  async function make(frame: FrameFiles): Promise<string | undefined> {
    const { alarmId, companyId, position } = frame
    // An earlier request may have stored a small copy after the frame was read.
    const since = await inTenant(db, companyId, (tx) => findFrameFiles(tx, alarmId, position))
    if (since?.thumbKey != null) return since.thumbKey
    const key = await shown.keyOf(frame)
    if (key === undefined || !pool || failed.has(key)) return key
    const small = await inTurn(() => shrink(key, pool))
    if (small === undefined) {
      if (failed.size >= MAX_FAILED) failed.clear()
      failed.add(key)
      return key
    }
    const stored = await inTenant(db, companyId, (tx) =>
      tx
        .updateTable('frame')
        .set({ thumb_key: small })
        .where('alarm_id', '=', alarmId)
        .where('position', '=', position)
        .executeTakeFirst(),
    )
    // If retention has deleted the alarm and its pictures meanwhile, the copy is deleted too.
    if (stored.numUpdatedRows === 0n) await media.delete([small])
    return small
  }

  return {
    async keyOf(frame) {
      if (frame.thumbKey !== null) return frame.thumbKey
      const id = `${frame.alarmId} ${frame.position}`
      const known = underWay.get(id) ?? make(frame).finally(() => underWay.delete(id))
      underWay.set(id, known)
      return known
    },
  }
}
