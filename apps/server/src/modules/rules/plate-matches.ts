import { isListed, nearTexts, plateSimilarity, type PlateFact, type PlateMatch, type Rule } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { lookupNumberOf, nearNumbers, openListKey, openPlate } from './watch-list-secrets.ts'

interface Asked {
  id: string
  name: string
  key: Buffer
  /** The lowest threshold of the rules that name the list; null if all want every character. */
  threshold: number | null
}

async function listsOf(tx: Tx, keys: KeyRing, rules: readonly Rule[]): Promise<Asked[]> {
  const wanted = Map.groupBy(
    rules.flatMap(({ meta, detectionSimilarityThreshold: threshold }) =>
      meta.listId ? [{ listId: meta.listId, threshold }] : [],
    ),
    ({ listId }) => listId,
  )
  if (wanted.size === 0) return []
  const rows = await tx
    .selectFrom('watch_list')
    .select(['id', 'name', 'sealed_index'])
    .where('id', 'in', [...wanted.keys()])
    .execute()
  return rows.map(({ id, name, sealed_index: sealed }) => {
    const thresholds = (wanted.get(id) ?? []).flatMap(({ threshold }) => threshold ?? [])
    return {
      id,
      name,
      key: openListKey(keys, id, sealed),
      threshold: thresholds.length === 0 ? null : Math.min(...thresholds),
    }
  })
}

/** What is true of the listed plates that may be the one that was read. */
function mayBe({ key, threshold }: Asked, read: PlateFact): RawBuilder<boolean> {
  const same = sql<boolean>`lookup = ${lookupNumberOf(key, read.text)}::bigint`
  const texts = nearTexts(read, threshold)
  if (texts === undefined) return same
  const { outside, near } = nearNumbers(key, texts)
  const [first = [], middle = [], last = []] = outside
  return sql`${same} or (near && ${near}::bigint[] and (outside_first = any(${first}::bigint[])
    or outside_middle = any(${middle}::bigint[]) or outside_last = any(${last}::bigint[])))`
}

/** The plate of one list that is the likest to one that was read. */
async function findIn(
  tx: Tx,
  list: Asked,
  read: PlateFact,
  { keys, now }: { keys: KeyRing; now: Date },
): Promise<PlateMatch | undefined> {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, sealed from watch_plate where list_id = ${list.id} and (${mayBe(list, read)}) and expires_at > ${now}`.execute(
    tx,
  )
  const [best] = rows
    .map(({ id, sealed }) => openPlate(keys, id, sealed).plate)
    .filter((listed) => isListed(read, listed, list.threshold))
    .toSorted((a, b) => plateSimilarity(read.text, b) - plateSimilarity(read.text, a))
  return best === undefined ? undefined : { listId: list.id, read: read.text, listed: best, list: list.name }
}

/**
 * Listed plates that may be one of those read, for each list that a rule names. Its cost hardly depends on the length of the lists: the plate is
 * looked up by its number and, where one character may differ, by those of what it shows outside of each third.
 */
export async function findPlateMatches(
  tx: Tx,
  keys: KeyRing,
  { rules, read, now }: { rules: readonly Rule[]; read: readonly PlateFact[]; now: Date },
): Promise<{ matches: PlateMatch[]; lists: string[] }> {
  if (read.length === 0) return { matches: [], lists: [] }
  const matches: PlateMatch[] = []
  const lists = await listsOf(tx, keys, rules)
  for (const list of lists)
    for (const plate of read) {
      const match = await findIn(tx, list, plate, { keys, now })
      if (match) matches.push(match)
    }
  return { matches, lists: lists.map(({ id }) => id) }
}
