import { isListed, nearTexts, plateSimilarity, type PlateFact, type PlateMatch, type Rule } from '@winnow/domain'
import { sql } from 'kysely'
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

/** A plate that was read, looked for on one list. */
interface Pair {
  list: Asked
  read: PlateFact
}

/** A number by which listed plates of a list are looked for. */
interface Probe {
  /** The index of its pair. */
  pair: number
  number: string
}

/** Where a number is kept. The first is that of the whole text, the others those of what it shows outside of each third. */
const COLUMNS = ['lookup', 'outside_first', 'outside_middle', 'outside_last'] as const

/** The numbers of all pairs, by the column in which they are kept, and those of which a plate that differs by one character must have one. */
function probesOf(pairs: readonly Pair[]): { probes: Probe[][]; near: string[] } {
  const probes: Probe[][] = COLUMNS.map(() => [])
  const near = pairs.map(({ list: { key, threshold }, read }, pair) => {
    probes[0]?.push({ pair, number: lookupNumberOf(key, read.text) })
    const texts = nearTexts(read, threshold)
    if (texts === undefined) return '{}'
    const numbers = nearNumbers(key, texts)
    for (const [third, of] of numbers.outside.entries())
      probes[third + 1]?.push(...of.map((number) => ({ pair, number })))
    return `{${numbers.near.join(',')}}`
  })
  return { probes, near }
}

interface Candidate {
  pair: number
  id: string
  sealed: string
}

/** Listed plates that may be those that were read, in one query whatever the number of lists and plates. */
async function findCandidates(tx: Tx, pairs: readonly Pair[], now: Date): Promise<Candidate[]> {
  const { probes, near } = probesOf(pairs)
  const arms = COLUMNS.flatMap((column, at) => {
    const own = probes[at] ?? []
    if (own.length === 0) return []
    const differs = sql`and p.near && (${near}::text[])[probe.pair + 1]::bigint[]`
    return [
      sql`select probe.pair, p.id, p.sealed
        from unnest(${own.map(({ pair }) => pair)}::int[], ${own.map(({ pair }) => pairs[pair]?.list.id ?? '')}::uuid[],
          ${own.map(({ number }) => number)}::bigint[]) as probe (pair, list_id, number)
        join watch_plate p on p.list_id = probe.list_id and ${sql.ref(`p.${column}`)} = probe.number
        where p.expires_at > ${now} ${column === 'lookup' ? sql`` : differs}`,
    ]
  })
  const { rows } = await sql<Candidate>`${sql.join(arms, sql` union `)}`.execute(tx)
  return rows
}

/**
 * Listed plates that may be one of those read, for each list that a rule names. Its cost hardly depends on the length of the lists: a plate is
 * looked up by its number and, where one character may differ, by those of what it shows outside of each third.
 */
export async function findPlateMatches(
  tx: Tx,
  keys: KeyRing,
  { rules, read, now }: { rules: readonly Rule[]; read: readonly PlateFact[]; now: Date },
): Promise<{ matches: PlateMatch[]; lists: string[] }> {
  if (read.length === 0) return { matches: [], lists: [] }
  const lists = await listsOf(tx, keys, rules)
  const pairs = lists.flatMap((list) => read.map((one): Pair => ({ list, read: one })))
  if (pairs.length === 0) return { matches: [], lists: [] }
  const candidates = Map.groupBy(await findCandidates(tx, pairs, now), ({ pair }) => pair)
  const matches = pairs.flatMap(({ list, read: { text, isSure } }, pair): PlateMatch[] => {
    const [best] = (candidates.get(pair) ?? [])
      .map(({ id, sealed }) => openPlate(keys, id, sealed).plate)
      .filter((listed) => isListed({ text, isSure }, listed, list.threshold))
      .toSorted((a, b) => plateSimilarity(text, b) - plateSimilarity(text, a))
    return best === undefined ? [] : [{ listId: list.id, read: text, listed: best, list: list.name }]
  })
  return { matches, lists: lists.map(({ id }) => id) }
}
