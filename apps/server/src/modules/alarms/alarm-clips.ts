import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sightings } from '@winnow/domain'
import { LIMITS, type AnalysisPool, type ClipPicture, type Detection } from '@winnow/vision'
import { sql } from 'kysely'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { pictureKey } from '../../platform/media/picture-key.ts'
import { listFiles } from './alarm-files.ts'
import { clipTimes, evenlyChosen } from './clip-times.ts'
import { findAlarm } from './get-alarm.ts'
import { createPictureTurns } from './picture-turns.ts'
import type { FrameFiles, ShownPictures } from './shown-picture.ts'

/** The longer sides of clips that are tried, in pixels, until one is small enough. */
const SIDES = [1280, 960, 640, 480, 320] as const

/** A clip in the store. */
export interface StoredClip {
  key: string
  bytes: number
  seconds: number
  /** Its longer side in pixels, at most. */
  side: number
}

/**
 * A clip, or why there is none. `single`: the alarm has one picture, or none. `too-large`: none is small enough. `failed`: a picture
 * cannot be read, or the time was over. `no-encoder`: this process makes no clips.
 */
export type ClipOutcome = { clip: StoredClip } | { missing: 'single' | 'too-large' | 'failed' | 'no-encoder' }

/** Clips of the pictures of alarms with the boxes drawn, each made when it is first needed and kept with the alarm. */
export interface AlarmClips {
  /** The largest clip of an alarm within so many bytes. Rejects when the store or the database fails. */
  clipOf(alarm: { companyId: string; alarmId: string }, limit: number): Promise<ClipOutcome>
}

export interface AlarmClipsDeps {
  db: Db
  media: MediaStore
  log: Logger
  /** Makes clips in a child process. Without it only clips that are there are found. */
  pool: Pick<AnalysisPool, 'clip'> | undefined
}

/** What a clip is made of. */
interface Material {
  companyId: string
  alarmId: string
  receivedAt: Date
  pictures: { files: FrameFiles; detections: Detection[]; showMs: number }[]
  /** A hash of the pictures and their boxes. */
  madeOf: string
}

/** The pictures of an alarm that can be shown, in their order, with what is drawn on each; undefined if there are fewer than two. */
async function findMaterial(tx: Tx, companyId: string, alarmId: string): Promise<Material | undefined> {
  const alarm = await findAlarm(tx, companyId, alarmId)
  if (!alarm) return undefined
  const files = new Map((await listFiles(tx, alarmId)).map((file) => [file.position, file]))
  const shown = evenlyChosen(
    alarm.frames.flatMap((frame) => {
      const file = files.get(frame.position)
      return file && frame.url !== null && frame.kind !== 'clip' ? [{ file, offsetMs: frame.offsetMs }] : []
    }),
    LIMITS.clipPictures,
  )
  if (shown.length < 2) return undefined
  const times = clipTimes(shown.map(({ offsetMs }) => offsetMs))
  const { stands, doubted } = sightings(alarm)
  const drawn = [...stands, ...doubted].filter(({ masked }) => !masked)
  const pictures = shown.map(({ file }, index) => ({
    files: file,
    detections: drawn.filter(({ frame }) => frame === file.position),
    showMs: times[index] ?? 0,
  }))
  const facts = pictures.map(({ files: { originalKey, displayKey }, ...rest }) => ({
    originalKey,
    displayKey,
    ...rest,
  }))
  const madeOf = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
  return { companyId, alarmId, receivedAt: new Date(alarm.receivedAt), pictures, madeOf }
}

const findStored = async (tx: Tx, { alarmId, madeOf }: Material, side: number): Promise<StoredClip | undefined> =>
  tx
    .selectFrom('alarm_clip')
    .select(['media_key as key', 'bytes', 'seconds', 'side'])
    .where('alarm_id', '=', alarmId)
    .where('side', '=', side)
    .where('made_of', '=', madeOf)
    .executeTakeFirst()

/** Keeps a clip with its alarm. @returns the key of a file that nobody needs any more, which can be that of the clip */
async function keep(tx: Tx, { companyId, alarmId, madeOf }: Material, clip: StoredClip): Promise<string | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    with before as (select media_key as key from alarm_clip where alarm_id = ${alarmId} and side = ${clip.side}),
    kept as (
      insert into alarm_clip (alarm_id, side, company_id, media_key, bytes, seconds, made_of)
      select id, ${clip.side}, ${companyId}, ${clip.key}, ${clip.bytes}, ${clip.seconds}, ${madeOf} from alarm where id = ${alarmId}
      on conflict (alarm_id, side) do update set media_key = excluded.media_key, bytes = excluded.bytes, seconds = excluded.seconds, made_of = excluded.made_of
      returning 1)
    select (select key from before) as before from kept`.execute(tx)
  // Retention has deleted the alarm meanwhile.
  if (rows[0] === undefined) return clip.key
  const { before } = rows[0]
  return before === null || before === clip.key ? undefined : before
}

export function createAlarmClips({ db, media, log, pool }: AlarmClipsDeps, shown: ShownPictures): AlarmClips {
  const underWay = new Map<string, Promise<StoredClip>>()
  const inTurn = createPictureTurns()

  /** @throws RangeError if the pictures together are too large */
  async function load(material: Material): Promise<ClipPicture[]> {
    const pictures: ClipPicture[] = []
    let total = 0
    for (const { files, detections, showMs } of material.pictures) {
      // oxlint-disable-next-line no-await-in-loop -- one after another, so that the sum is known before the next is read
      const key = await shown.keyOf(files)
      if (key === undefined) continue
      // oxlint-disable-next-line no-await-in-loop -- see above
      const content = await media.get(key)
      total += content.bytes
      if (total > LIMITS.clipPicturesBytes) {
        content.body.destroy()
        throw new RangeError('the pictures of the alarm are too large for a clip')
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      pictures.push({ jpeg: await buffer(content.body), detections, showMs })
    }
    return pictures
  }

  async function make(material: Material, side: number, by: Pick<AnalysisPool, 'clip'>): Promise<StoredClip> {
    const { companyId, alarmId, receivedAt, madeOf } = material
    const mp4 = await inTurn(async () => by.clip({ pictures: await load(material), maxSide: side }))
    const key = pictureKey(receivedAt, alarmId, `clip-${side}-${madeOf}.mp4`)
    await media.put(key, mp4)
    const seconds = material.pictures.reduce((sum, { showMs }) => sum + showMs, 0) / 1000
    const clip = { key, bytes: mp4.byteLength, seconds, side }
    const unneeded = await inTenant(db, companyId, (tx) => keep(tx, material, clip))
    if (unneeded !== undefined) await media.delete([unneeded])
    return clip
  }

  /** One clip is made at a time for all who ask for it. */
  function makeOnce(material: Material, side: number, by: Pick<AnalysisPool, 'clip'>): Promise<StoredClip> {
    const id = `${material.alarmId} ${side} ${material.madeOf}`
    const known = underWay.get(id) ?? make(material, side, by).finally(() => underWay.delete(id))
    underWay.set(id, known)
    return known
  }

  return {
    async clipOf({ companyId, alarmId }, limit) {
      const material = await inTenant(db, companyId, (tx) => findMaterial(tx, companyId, alarmId))
      if (!material) return { missing: 'single' }
      for (const side of SIDES) {
        // oxlint-disable-next-line no-await-in-loop -- the next one only if this one is too large
        const stored = await inTenant(db, companyId, (tx) => findStored(tx, material, side))
        if (!stored && !pool) return { missing: 'no-encoder' }
        try {
          // oxlint-disable-next-line no-await-in-loop -- see above
          const clip = stored ?? (pool && (await makeOnce(material, side, pool)))
          if (clip && clip.bytes <= limit) return { clip }
        } catch (err) {
          log.warn({ err, alarmId, side }, 'no clip could be made of the pictures of an alarm')
          return { missing: 'failed' }
        }
      }
      return { missing: 'too-large' }
    },
  }
}

/** The key of a clip of a size; undefined if there is none. */
export async function findClipKey(tx: Tx, alarmId: string, side: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('alarm_clip')
    .select('media_key')
    .where('alarm_id', '=', alarmId)
    .where('side', '=', side)
    .executeTakeFirst()
  return row?.media_key
}
