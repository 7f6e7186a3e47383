import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { pipeline, Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Alarm } from '@winnow/contract'
import { sightings } from '@winnow/domain'
import { LIMITS, type AnalysisPool } from '@winnow/vision'
import type { Logger } from '../../platform/log.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { AlarmFile } from './alarm-files.ts'
import type { ShownPictures } from './shown-picture.ts'
import { openStored, streamZip, type ZipWriter } from './zip-stream.ts'

/** What a ZIP file of an alarm is made from. */
export interface AlarmZipDeps {
  media: MediaStore
  shown: ShownPictures
  log: Logger
  /** Draws boxes. Without it, the file has no pictures with boxes. */
  pool: Pick<AnalysisPool, 'annotate'> | undefined
}

/** An alarm to download. */
export interface AlarmToZip {
  alarm: Alarm
  files: readonly AlarmFile[]
  notes: readonly { author: string; content: string; at: Date }[]
  /** Time of the download. */
  now: Date
}

/** An entry of the list of files in `alarm.json`. */
interface Listed {
  name: string
  /** `original`: the bytes as received. `annotated`: drawn by us. */
  kind: 'original' | 'annotated'
  /** Position of the frame or clip in the alarm. */
  position: number
  type: string
  bytes: number
  /** SHA-256 in lower-case hex. */
  sha256: string
}

/** A file that could not be added. `deleted`: it is no longer stored. `not-drawn`: the picture could not be read. */
interface Missing {
  kind: Listed['kind']
  position: number
  reason: 'deleted' | 'not-drawn'
}

/** The name of a file in the ZIP file. Names sort as the files of the alarm do. */
const nameOf = ({ kind, position }: Pick<Listed, 'kind' | 'position'>, ending: string): string =>
  `${kind === 'original' ? 'originals' : 'annotated'}/${String(position).padStart(4, '0')}${ending}`

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Adds a file as it was received, and computes its hash while it passes. */
async function addOriginal(
  zip: ZipWriter,
  media: MediaStore,
  { key, file, at }: { key: string; file: AlarmFile; at: Date },
): Promise<Listed | Missing> {
  const { position, type } = file
  const content = await openStored(media, key)
  if (content === undefined) return { kind: 'original', position, reason: 'deleted' }
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
  })
  const name = nameOf({ kind: 'original', position }, extname(key))
  // An error of the store destroys `hashing`, and so fails the ZIP file.
  pipeline(content.body, hashing, () => undefined)
  await zip.addFile({ body: hashing, bytes: content.bytes }, name, at)
  return { name, kind: 'original', position, type, bytes: content.bytes, sha256: hash.digest('hex') }
}

/** Draws the boxes that the console shows on a picture. Undefined for a file that cannot be shown as a picture. */
async function drawBoxes(
  { media, shown, log, pool }: AlarmZipDeps,
  alarm: Alarm,
  file: AlarmFile,
): Promise<Uint8Array | 'not-drawn' | undefined> {
  if (!pool || file.kind === 'clip') return undefined
  const { stands, doubted } = sightings(alarm)
  const detections = [...stands, ...doubted].filter(({ frame }) => frame === file.position)
  try {
    const key = await shown.keyOf(file)
    const content = key === undefined ? undefined : await openStored(media, key)
    return content && (await pool.annotate({ jpeg: await buffer(content.body), detections, maxSide: LIMITS.shownSide }))
  } catch (err) {
    log.warn({ err, alarmId: alarm.id, position: file.position }, 'a picture of a download could not be drawn')
    return 'not-drawn'
  }
}

/** Adds a picture with boxes, and returns its entry. Undefined for a file that cannot be shown as a picture. */
async function addAnnotated(
  zip: ZipWriter,
  deps: AlarmZipDeps,
  { alarm, file, at }: { alarm: Alarm; file: AlarmFile; at: Date },
): Promise<Listed | Missing | undefined> {
  const place = { kind: 'annotated', position: file.position } as const
  const jpeg = await drawBoxes(deps, alarm, file)
  if (jpeg === undefined) return undefined
  if (jpeg === 'not-drawn') return { ...place, reason: jpeg }
  const [name, bytes] = [nameOf(place, '.jpg'), jpeg.byteLength]
  await zip.addFile({ body: Readable.from([Buffer.from(jpeg)]), bytes }, name, at)
  return { name, ...place, type: 'image/jpeg', bytes, sha256: hashOf(jpeg) }
}

/** The content of `alarm.json`. */
function describe({ alarm, notes, now }: AlarmToZip, listed: readonly (Listed | Missing)[]): string {
  const files = listed.filter((entry) => 'name' in entry)
  const missing = listed.filter((entry) => 'reason' in entry)
  const content = { format: 'winnow-alarm/1', createdAt: now.toISOString(), alarm, notes, files, missing }
  return `${JSON.stringify(content, null, 2)}\n`
}

/**
 * Streams an alarm as a ZIP file: `originals/`, `annotated/` and, at the end, `alarm.json` with all facts and the SHA-256 of each file. One
 * picture is in memory at a time.
 * @returns the file as a stream; destroying it ends the work. It fails if the store fails.
 */
export function writeAlarmZip(deps: AlarmZipDeps, asked: AlarmToZip): Readable {
  const { alarm, files } = asked
  const at = new Date(alarm.receivedAt)
  return streamZip(async (zip) => {
    const listed: (Listed | Missing)[] = []
    for (const file of files) {
      if (zip.isAbandoned) return
      if (file.originalKey !== null)
        listed.push(await addOriginal(zip, deps.media, { key: file.originalKey, file, at }))
      const drawn = await addAnnotated(zip, deps, { alarm, file, at })
      if (drawn) listed.push(drawn)
    }
    zip.addText(describe(asked, listed), 'alarm.json', at)
  })
}
