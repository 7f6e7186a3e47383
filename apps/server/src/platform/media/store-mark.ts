import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import { inSystem, type Db, type Tx } from '../db/transaction.ts'
import { StartError } from '../start-error.ts'
import { MediaMissingError, type MediaStore } from './media-store.ts'

/** Outside the folders that retention sweeps. Backups copy it with all else, so that a restored store fits its restored database. */
const MARK_KEY = 'store/mark.json'
const SETTING = 'media.store'

const markSchema = z.object({ id: z.uuid() })

/** How many pictures a store is asked for before it counts as another one. Single ones may be gone. */
const NEWEST = 50

/** What the store says it is; undefined when it says nothing. */
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

/** Whether the store holds any of the pictures that came last. A database that knows of none has nothing to miss. */
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
 * Makes sure that store and database belong together. The first start marks the store and has the database remember the mark;
 * from then on a store without it is another one, most likely the empty folder below a volume that is not mounted, and pictures
 * written there would be lost to sight when it is. An installation from before there were marks is recognised by its newest
 * pictures. A mark that was set to null was forgotten on purpose: the store that is found is taken as it is.
 * @param where the store, in words for whoever starts the program
 * @returns the mark
 * @throws StartError when the store is not the database's
 */
export async function matchStore(db: Db, media: MediaStore, where: string): Promise<string> {
  return inSystem(db, async (tx) => {
    // Processes that start together agree on one mark.
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

/** Whether the store still is the one that bore the mark at the start. */
export async function isMarked(media: MediaStore, mark: string): Promise<boolean> {
  return (await readMark(media)) === mark
}
