import { buffer } from 'node:stream/consumers'
import { LIMITS, PoolClosed, type AnalysisPool } from '@winnow/vision'
import { showingOf } from '@winnow/vision/showing'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import { MediaMissingError, type MediaStore } from '../../platform/media/media-store.ts'
import { touchAlarm } from './touch-alarm.ts'

/** A frame as its row names its files. */
export interface FrameFiles {
  alarmId: string
  companyId: string
  position: number
  originalKey: string | null
  displayKey: string | null
  /** It was found out that browsers may be given `displayKey`. */
  judged: boolean
}

/** How pictures that were stored before any was judged get ready to be shown. Each is judged once. */
export interface ShownPictures {
  /** Key of what may be shown of a frame, by whatever way; undefined where that is nothing. */
  keyOf(frame: FrameFiles): Promise<string | undefined>
}

interface ShownPicturesDeps {
  db: Db
  media: MediaStore
  log: Logger
  /** Redraws in a process of its own. Without one, what would have to be redrawn is not shown. */
  pool: Pick<AnalysisPool, 'annotate'> | undefined
}

export async function findFrameFiles(tx: Tx, alarmId: string, position: number): Promise<FrameFiles | undefined> {
  const row = await tx
    .selectFrom('frame')
    .select(['company_id', 'original_key', 'display_key', 'judged'])
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
    }
  )
}

/** What came of judging a picture: what is shown instead of it, or why nothing is. */
interface Outcome {
  key: string | null
  problem: 'too-many-pixels' | 'broken' | null
}

const redrawnKey = (key: string): string => key.replace(/\.[a-z0-9]+$/, '-shown.jpg')

export function createShownPictures({ db, media, log, pool }: ShownPicturesDeps): ShownPictures {
  const underWay = new Map<string, Promise<string | undefined>>()
  // One file at a time is in memory.
  let reading: Promise<unknown> = Promise.resolve()

  /** The file and how it may be shown. One that is gone has nothing to hide: asking for it says so. */
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
      // This process ends; the next one may do it.
      if (err instanceof PoolClosed) throw err
      log.warn({ err, key }, 'a stored picture could not be redrawn; it is not shown')
      return { key: null, problem: 'broken' }
    }
  }

  async function settle({ alarmId, companyId, position }: FrameFiles, { key, problem }: Outcome): Promise<void> {
    await inSystem(db, async (tx) => {
      await tx
        .updateTable('frame')
        .set({ judged: true, display_key: key, problem })
        .where('alarm_id', '=', alarmId)
        .where('position', '=', position)
        // What the analysis found out meanwhile stands.
        .where('judged', '=', false)
        .execute()
      await touchAlarm(tx, companyId, alarmId)
    })
  }

  async function judge(frame: FrameFiles, key: string): Promise<string | undefined> {
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
      // What the analysis made of a file is ours, and small.
      if (key === null) return undefined
      if (judged || key !== originalKey) return key
      const known = underWay.get(key) ?? judge(frame, key).finally(() => underWay.delete(key))
      underWay.set(key, known)
      return known
    },
  }
}
