import { buffer } from 'node:stream/consumers'
import { LIMITS, PoolClosed, type AnalysisPool } from '@winnow/vision'
import { showingOf } from '@winnow/vision/showing'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import { MediaMissingError, type MediaStore } from '../../platform/media/media-store.ts'
import { touchAlarm } from './touch-alarm.ts'

/** The files of a frame, from its row. */
export interface FrameFiles {
  alarmId: string
  companyId: string
  position: number
  originalKey: string | null
  displayKey: string | null
  /** Whether the picture was checked. If so, browsers may get the file `displayKey`. */
  judged: boolean
  /** The key of a small copy; null until a small copy was needed. */
  thumbKey: string | null
}

/** Checks stored pictures that the analysis has not checked yet, and prepares them for display. Each picture is checked once. */
export interface ShownPictures {
  /** Key of the file that may be shown for a frame; undefined if nothing may be shown. */
  keyOf(frame: FrameFiles): Promise<string | undefined>
}

export interface ShownPicturesDeps {
  db: Db
  media: MediaStore
  log: Logger
  /** Converts pictures in a child process. Without it, pictures that need converting are not shown. */
  pool: Pick<AnalysisPool, 'annotate'> | undefined
}

export async function findFrameFiles(tx: Tx, alarmId: string, position: number): Promise<FrameFiles | undefined> {
  const row = await tx
    .selectFrom('frame')
    .select(['company_id', 'original_key', 'display_key', 'judged', 'thumb_key'])
    .where('alarm_id', '=', alarmId)
    .where('position', '=', position)
    .executeTakeFirst()
  return (
    row && {
      alarmId,
      companyId: row.company_id,
      position,
      originalKey: row.original_key,
      displayKey: row.display_key,
      judged: row.judged,
      thumbKey: row.thumb_key,
    }
  )
}

/** The result of checking a picture: the file to show instead, or the reason why nothing is shown. */
interface Outcome {
  key: string | null
  problem: 'too-many-pixels' | 'broken' | null
}

const redrawnKey = (key: string): string => key.replace(/\.[a-z0-9]+$/, '-shown.jpg')

export function createShownPictures({ db, media, log, pool }: ShownPicturesDeps): ShownPictures {
  const underWay = new Map<string, Promise<string | undefined>>()
  // Ensures that only one file is in memory at a time.
  let reading: Promise<unknown> = Promise.resolve()

  /** Reads a file and decides how it may be shown. If the file is missing, the frame keeps its key, so its requests fail. */
  async function read(key: string): Promise<{ showing: ReturnType<typeof showingOf>; bytes: Uint8Array } | 'gone'> {
    try {
      const content = await media.get(key)
      if (content.bytes > LIMITS.stillBytes) {
        content.body.destroy()
        return { showing: 'never', bytes: new Uint8Array() }
      }
      const bytes = await buffer(content.body)
      return { showing: showingOf(bytes), bytes }
    } catch (error) {
      if (error instanceof MediaMissingError) return 'gone'
      throw error
    }
  }

  async function redraw(bytes: Uint8Array, key: string, by: Pick<AnalysisPool, 'annotate'>): Promise<Outcome> {
    try {
      const jpeg = await by.annotate({ jpeg: bytes, detections: [], maxSide: LIMITS.shownSide })
      await media.put(redrawnKey(key), jpeg)
      return { key: redrawnKey(key), problem: null }
    } catch (err) {
      // This process is stopping. The picture can be redrawn after the next start.
      if (err instanceof PoolClosed) throw err
      log.warn({ err, key }, 'a stored picture could not be redrawn; it is not shown')
      return { key: null, problem: 'broken' }
    }
  }

  async function settle({ alarmId, companyId, position }: FrameFiles, { key, problem }: Outcome): Promise<void> {
    await inTenant(db, companyId, async (tx) => {
      await tx
        .updateTable('frame')
        .set({ judged: true, display_key: key, problem })
        .where('alarm_id', '=', alarmId)
        .where('position', '=', position)
        // If the analysis has stored its result meanwhile, that result stays.
        .where('judged', '=', false)
        .execute()
      await touchAlarm(tx, companyId, alarmId)
    })
  }

  /** Reads a check's result that was stored after the frame was read; undefined if there is none. */
  async function judgedSince({
    alarmId,
    companyId,
    position,
  }: FrameFiles): Promise<{ key: string | null } | undefined> {
    const row = await inTenant(db, companyId, (tx) =>
      tx
        .selectFrom('frame')
        .select(['judged', 'display_key'])
        .where('alarm_id', '=', alarmId)
        .where('position', '=', position)
        .executeTakeFirst(),
    )
    return row?.judged === true ? { key: row.display_key } : undefined
  }

  async function judge(frame: FrameFiles, key: string): Promise<string | undefined> {
    // An earlier request may have stored its result after the frame was read.
    const since = await judgedSince(frame)
    if (since) return since.key ?? undefined
    const next = reading.then(() => read(key))
    reading = next.catch(() => undefined)
    const found = await next
    if (found === 'gone') return key
    let outcome: Outcome = { key, problem: null }
    if (found.showing === 'never') outcome = { key: null, problem: 'too-many-pixels' }
    else if (found.showing === 'redrawn') {
      if (!pool) return undefined
      outcome = await redraw(found.bytes, key, pool)
    }
    await settle(frame, outcome)
    return outcome.key ?? undefined
  }

  return {
    keyOf: async (frame) => {
      const { displayKey: key, originalKey, judged } = frame
      // A key other than the original's names a file that the analysis made. Such a file is safe and small.
      if (key === null) return undefined
      if (judged || key !== originalKey) return key
      const known = underWay.get(key) ?? judge(frame, key).finally(() => underWay.delete(key))
      underWay.set(key, known)
      return known
    },
  }
}
