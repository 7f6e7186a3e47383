import { buffer } from 'node:stream/consumers'
import type { AnalysisPool, Box } from '@winnow/vision'
import { sql } from 'kysely'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import { MediaMissingError, type MediaStore } from '../../platform/media/media-store.ts'
import { createPictureTurns, findFrameFiles, type FrameFiles, type ShownPictures } from '../alarms/index.ts'

/** The longest side of the picture of an object, in pixels. */
const SIDE = 240
/** What is shown around an object, as a share of its box on each side. */
const MARGIN = 0.15

/** An object whose picture is wanted. */
export interface PicturedObject {
  number: number
  box: Box
  /** The key of its picture; null until one was needed. */
  cropKey: string | null
  frame: FrameFiles
}

export interface ObjectPicturesDeps {
  db: Db
  media: MediaStore
  shown: ShownPictures
  pool: Pick<AnalysisPool, 'annotate'> | undefined
}

export async function findPictured(tx: Tx, alarmId: string, number: number): Promise<PicturedObject | undefined> {
  const row = await tx
    .selectFrom('found_object')
    .innerJoin('alarm', 'alarm.id', 'found_object.alarm_id')
    .select(['position', 'places', 'crop_key'])
    .where('found_object.alarm_id', '=', alarmId)
    .where('number', '=', number)
    .where('alarm.boxes_removed', '=', false)
    .executeTakeFirst()
  const frame = row && (await findFrameFiles(tx, alarmId, row.position))
  if (row === undefined || frame === undefined) return undefined
  const [x = 0, y = 0, width = 1, height = 1] = row.places
  return { number, box: { x, y, width, height }, cropKey: row.crop_key, frame }
}

/** A box with a margin, within the picture. */
function around({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.max(0, x - width * MARGIN), Math.max(0, y - height * MARGIN)]
  const [right, bottom] = [Math.min(1, x + width * (1 + MARGIN)), Math.min(1, y + height * (1 + MARGIN))]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Cuts objects out of pictures. Each picture of an object is made when it is first needed, and kept with the alarm. */
export function createObjectPictures({ db, media, shown, pool }: ObjectPicturesDeps) {
  const underWay = new Map<string, Promise<string | undefined>>()
  const inTurn = createPictureTurns()

  async function make({ number, box, frame }: PicturedObject): Promise<string | undefined> {
    const { alarmId, companyId, position } = frame
    const key = await shown.keyOf(frame)
    if (key === undefined || !pool) return undefined
    const cropKey = key.replace(
      /[^/]*$/,
      `object-${number}-${position}-${Math.round(box.x * 10_000)}-${Math.round(box.y * 10_000)}.jpg`,
    )
    try {
      const jpeg = await buffer((await media.get(key)).body)
      await media.put(
        cropKey,
        await inTurn(() => pool.annotate({ jpeg, detections: [], crop: around(box), maxSide: SIDE })),
      )
    } catch (error) {
      if (error instanceof MediaMissingError) return undefined
      throw error
    }
    const stored = await inTenant(db, companyId, (tx) =>
      tx
        .updateTable('found_object')
        .set({ crop_key: cropKey })
        .where('alarm_id', '=', alarmId)
        .where('number', '=', number)
        // A further analysis may have stored another object under the number meanwhile.
        .where('position', '=', position)
        .where(sql<boolean>`places[1:4] = ${[box.x, box.y, box.width, box.height]}::real[]`)
        .executeTakeFirst(),
    )
    if (stored.numUpdatedRows > 0n) return cropKey
    // If the alarm was deleted or analysed again meanwhile, nobody needs this picture.
    await media.delete([cropKey])
    return undefined
  }

  return {
    /**
     * The key of the picture of an object; undefined if none can be shown.
     * @throws AppError UNAVAILABLE when too many are waiting
     */
    async keyOf(object: PicturedObject): Promise<string | undefined> {
      if (object.cropKey !== null) return object.cropKey
      const id = `${object.frame.alarmId} ${object.number}`
      const known = underWay.get(id) ?? make(object).finally(() => underWay.delete(id))
      underWay.set(id, known)
      return known
    },
  }
}
