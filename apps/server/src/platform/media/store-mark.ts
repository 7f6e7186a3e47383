import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import { inSystem, type Db, type Tx } from '../db/transaction.ts'
import { StartError } from '../start-error.ts'
import { MediaMissingError, type MediaStore } from './media-store.ts'

/** The key of the mark, outside the folders that retention sweeps. Backups copy it, so that a restored store matches its database. */
const MARK_KEY = 'store/mark.json'
const SETTING = 'media.store'

const markSchema = z.object({ id: z.uuid() })

/** The number of the newest pictures that are checked. If all are missing, the store is treated as a different one. */
const NEWEST = 50

/** Reads the store's mark; undefined when the store has none. */
async function readMark(media: MediaStore): Promise<string | undefined> {
  try {
    const { body } = await media.get(MARK_KEY)
    const parsed = markSchema.safeParse(JSON.parse(await text(body)))
    return parsed.data?.id
  } catch (error) {
    if (error instanceof MediaMissingError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Whether the store has any of the newest pictures. True for a database without pictures. */
async function holdsNewest(tx: Tx, media: MediaStore): Promise<boolean> {
  const frames = await tx
    .selectFrom('frame')
    .select((eb) => eb.fn.coalesce('original_key', 'display_key').as('key'))
    .where((eb) => eb.or([eb('original_key', 'is not', null), eb('display_key', 'is not', null)]))
    .orderBy('alarm_id', 'desc')
    .orderBy('position')
    .limit(NEWEST)
    .execute()
  for (const { key } of frames) if (key !== null && (await media.head(key))) return true
  return frames.length === 0
}

/**
 * Ensures that store and database belong together. The first start writes a mark to the store and to the database. Later, a store without
 * the mark is a different store, most likely the empty folder below a volume that is not mounted. Pictures written to this folder would
 * disappear once the volume is mounted. A store from before marks existed is recognised by its newest pictures. If the database's mark is
 * null, it was reset on purpose, and the current store is accepted.
 * @param where the store, in words for the operator
 * @returns the mark
 * @throws StartError when the store does not belong to the database
 */
export async function matchStore(db: Db, media: MediaStore, where: string): Promise<string> {
  return inSystem(db, async (tx) => {
    // Processes that start at once agree on one mark.
    await sql`select pg_advisory_xact_lock(hashtext(${SETTING}))`.execute(tx)
    const row = await tx.selectFrom('system_setting').select('value').where('key', '=', SETTING).executeTakeFirst()
    const known = row && markSchema.nullable().parse(row.value)?.id
    const found = await readMark(media)
    if (known !== undefined && known === found) return known
    if (known !== undefined)
      throw strangerError(where, found === undefined ? 'does not bear the mark' : 'bears another mark than the one')
    if (row === undefined && !(await holdsNewest(tx, media)))
      throw strangerError(where, 'holds none of the newest pictures')
    const id = found ?? randomUUID()
    if (found === undefined) await media.put(MARK_KEY, Buffer.from(JSON.stringify({ id })))
    const value = JSON.stringify({ id })
    await tx
      .insertInto('system_setting')
      .values({ key: SETTING, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    return id
  })
}

const strangerError = (where: string, lack: string): StartError =>
  new StartError(
    `The pictures' store, ${where}, ${lack} that this database knows: mount its volume or set the right one, then start again. ` +
      'See “When the media store is another one” in docs/operations.md.',
  )

/** Whether the store still has the mark that it had at start. */
export async function isMarked(media: MediaStore, mark: string): Promise<boolean> {
  return (await readMark(media)) === mark
}
