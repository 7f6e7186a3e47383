import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import { inSystem, type Db } from '../db/transaction.ts'
import { StartError } from '../start-error.ts'
import { MediaMissingError, type MediaStore } from './media-store.ts'

/** Outside the folders that retention sweeps. Backups copy it with all else, so that a restored store fits its restored database. */
const MARK_KEY = 'store/mark.json'
const SETTING = 'media.store'

const markSchema = z.object({ id: z.uuid() })

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

/**
 * Makes sure that store and database belong together. The first start marks the store and has the database remember the mark;
 * from then on a store without it is another one, most likely the empty folder below a volume that is not mounted, and pictures
 * written there would be lost to sight when it is.
 * @param where the store, in words for whoever starts the program
 * @returns the mark
 * @throws StartError when the store is not the database's
 */
export async function matchStore(db: Db, media: MediaStore, where: string): Promise<string> {
  return inSystem(db, async (tx) => {
    // Processes that start together agree on one mark.
    await sql`select pg_advisory_xact_lock(hashtext(${SETTING}))`.execute(tx)
    const row = await tx.selectFrom('system_setting').select('value').where('key', '=', SETTING).executeTakeFirst()
    const known = row && markSchema.parse(row.value).id
    const found = await readMark(media)
    if (known !== undefined && known === found) return known
    if (known !== undefined) throw new StartError(strangerText(where, found))
    const id = found ?? randomUUID()
    if (found === undefined) await media.put(MARK_KEY, Buffer.from(JSON.stringify({ id })))
    await tx
      .insertInto('system_setting')
      .values({ key: SETTING, value: JSON.stringify({ id }) })
      .execute()
    return id
  })
}

const strangerText = (where: string, found: string | undefined): string =>
  `The pictures' store, ${where}, ${found === undefined ? 'does not bear the mark' : 'bears another mark than the one'} that this database knows: ` +
  'mount its volume or set the right one, then start again. See “When the media store is another one” in docs/operations.md.'

/** Whether the store still is the one that bore the mark at the start. */
export async function isMarked(media: MediaStore, mark: string): Promise<boolean> {
  return (await readMark(media)) === mark
}
