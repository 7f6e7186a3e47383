import { isListed, nearSkeletons, plateSimilarity, type PlateFact, type PlateMatch, type Rule } from '@winnow/domain'
import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { lookupNumber, openListKey, openPlate } from './watch-list-secrets.ts'

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

/** The plate of one list that is the likest to one that was read. */
async function findIn(
  tx: Tx,
  list: Asked,
  read: PlateFact,
  { keys, now }: { keys: KeyRing; now: Date },
): Promise<PlateMatch | undefined> {
  const numbers = nearSkeletons(read, list.threshold).map((skeleton) => lookupNumber(list.key, skeleton))
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, sealed from watch_plate where list_id = ${list.id} and lookup = any(${numbers}::bigint[]) and expires_at > ${now}`.execute(
    tx,
  )
  const [best] = rows
    .map(({ id, sealed }) => openPlate(keys, id, sealed).plate)
    .filter((listed) => isListed(read, listed, list.threshold))
    .toSorted((a, b) => plateSimilarity(read.text, b) - plateSimilarity(read.text, a))
  return best === undefined ? undefined : { listId: list.id, read: read.text, listed: best, list: list.name }
}

/**
 * Listed plates that may be one of those read, for each list that a rule names. Its cost does not depend on the length of the lists: the
 * numbers of all texts that may be meant are looked up, about 400 where one character may differ.
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
