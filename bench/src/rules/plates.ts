import { join } from 'node:path'
import type { Rule } from '@winnow/domain'
import { findPlateMatches } from '@winnow/server/src/modules/rules/plate-matches.ts'
import {
  newListKey,
  openListKey,
  plateNumbers,
  sealPlate,
} from '@winnow/server/src/modules/rules/watch-list-secrets.ts'
import { loadKeyRing, type KeyRing } from '@winnow/server/src/platform/crypto/key-ring.ts'
import { inSystem, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import { newId } from '@winnow/server/src/platform/ids.ts'
import { sql } from 'kysely'
import type { Size } from '../bench.ts'
import { measure } from '../samples.ts'
import { dataDirOf, openBenchDatabase, type Seed } from '../seed/bench-database.ts'
import { printTable } from '../table.ts'
import { makeRule } from './engine.ts'

/** Lists, each named by one rule, and the plates of each. */
const LISTS: Record<Size, number> = { small: 1, full: 20 }
const PLATES = 100_000
/** Plates that are written at once. */
const BATCH = 10_000
const REPEATS = 200
/** Numbers of seven characters, scattered as those of many owners are: a factor that has no divisor in common with their number permutes them. */
const NUMBERS = 36 ** 7
const plateOf = (n: number): string => ((n * 48_271_939) % NUMBERS).toString(36).padStart(7, '0').toUpperCase()

/** The numbers of this many lists, each of 100,000 plates, are made by the keys of a file beside the data. */
const seedOf = (size: Size): Seed => ({
  name: `plates-${size}`,
  version: '2',
  async write(_client, say, db) {
    const keys = await keysOf(size)
    const companyId = newId()
    await inSystem(db, (tx) => sql`insert into company (id, name) values (${companyId}, 'Plates')`.execute(tx))
    for (let list = 1; list <= LISTS[size]; list += 1) {
      await fillList(db, keys, companyId)
      say(`list ${list}`)
    }
  },
})

const keysOf = (size: Size): Promise<KeyRing> =>
  loadKeyRing(join(dataDirOf(seedOf(size)), 'bench-keys.txt'), { create: true })

async function fillList(db: Db, keys: KeyRing, companyId: string): Promise<void> {
  const listId = newId()
  const indexKey = newListKey(keys, listId)
  const key = openListKey(keys, listId, indexKey)
  await inSystem(db, (tx) =>
    sql`insert into watch_list (id, company_id, name, retention_days, sealed_index, changed_at, changed_by)
      values (${listId}, ${companyId}, ${listId}, 3650, ${indexKey}, now(), '')`.execute(tx),
  )
  for (let from = 0; from < PLATES; from += BATCH) {
    const some = Array.from({ length: BATCH }, (_, at) => {
      const [id, plate] = [newId(), plateOf(from + at)]
      return { id, sealed: sealPlate(keys, id, { plate, note: '' }), numbers: plateNumbers(key, plate) }
    })
    const column = (of: (one: (typeof some)[number]) => string) => some.map(of)
    await inSystem(
      db,
      (tx) =>
        sql`insert into watch_plate (id, company_id, list_id, sealed, lookup, outside_first, outside_middle, outside_last,
          near, exact, expires_at, added_at, added_by)
        select p.id, ${companyId}, ${listId}, p.sealed, p.lookup, p.first, p.middle, p.last, p.near::bigint[], p.n,
          now() + interval '10 years', now(), ''
        from unnest(${column(({ id }) => id)}::uuid[], ${column(({ sealed }) => sealed)}::text[],
          ${column(({ numbers }) => numbers.lookup)}::bigint[], ${column(({ numbers }) => numbers.first)}::bigint[],
          ${column(({ numbers }) => numbers.middle)}::bigint[], ${column(({ numbers }) => numbers.last)}::bigint[],
          ${column(({ numbers }) => `{${numbers.near.join(',')}}`)}::text[],
          ${some.map((_, at) => `${from + at}`)}::bigint[]) as p (id, sealed, lookup, first, middle, last, near, n)`.execute(
          tx,
        ),
      { statementTimeoutMs: 0 },
    )
  }
}

/** Plates against lists of 100,000, each with its transaction. The empty transaction is the base line. */
export async function printPlates(size: Size): Promise<void> {
  const database = await openBenchDatabase(seedOf(size))
  try {
    const keys = await keysOf(size)
    const { rows: lists } = await inSystem(database.owner, (tx) =>
      sql<{ id: string }>`select id from watch_list`.execute(tx),
    )
    const ids = lists.map(({ id }) => id)
    const now = new Date()
    const { p50: idle } = await measure(REPEATS, () => inSystem(database.runtime, (tx) => sql`select 1`.execute(tx)))
    console.log(
      `\nPlates on lists of ${PLATES.toLocaleString('en')}, milliseconds; an empty transaction takes ${idle.toFixed(2)}`,
    )
    const rows: (string | number)[][] = []
    for (const [of, reads] of [
      [1, 1],
      [1, 3],
      [ids.length, 3],
    ] as const)
      for (const [what, threshold] of [
        ['all characters', null],
        ['one may differ', 0.8],
      ] as const) {
        const rules = ids
          .slice(0, of)
          .map((listId): Rule => ({ ...makeRule(3), meta: { listId }, detectionSimilarityThreshold: threshold }))
        let n = 0
        const look = (plate: (n: number) => string) => () => {
          const read = Array.from({ length: reads }, () => ({ text: plate((n += 97)), isSure: true, frame: 0 }))
          return inSystem(database.runtime, (tx) => findPlateMatches(tx, keys, { rules, read, now }))
        }
        const found = await measure(REPEATS, look(plateOf))
        const near = await measure(
          REPEATS,
          look((at) => `${plateOf(at).slice(0, -1)}Y`),
        )
        const missed = await measure(
          REPEATS,
          look((at) => `ZZ99${at % 100}`),
        )
        rows.push([`${what}, ${of} × ${reads}`, found.p50, found.p95, near.p50, near.p95, missed.p50, missed.p95])
      }
    printTable(
      ['lists × plates read', 'listed p50 ms', 'p95', 'last one differs p50 ms', 'p95', 'not listed p50 ms', 'p95'],
      rows,
    )
  } finally {
    await database.close()
  }
}
