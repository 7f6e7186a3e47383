import { sql } from 'kysely'
import { type Db, inSystem } from '../db/transaction.ts'
import type { KeyRing } from './key-ring.ts'
import { resealSecret } from './seal-secret.ts'

/** A column of sealed secrets in a table whose `id` is a uuid, and the context of each secret. */
export interface SealedColumn {
  table: string
  column: string
  contextOf: (id: string) => string
}

const BATCH = 500

/**
 * Seals all secrets of a column again with the newest key, in batches, while the program runs. A secret that another process changes
 * meanwhile keeps its new value: it has the newest key already, or the next call seals it again.
 * @returns how many secrets were sealed again, and the ids of the secrets that could not be opened
 */
export async function resealColumn(
  db: Db,
  ring: KeyRing,
  column: SealedColumn,
): Promise<{ resealed: number; unreadable: string[] }> {
  const result: { resealed: number; unreadable: string[] } = { resealed: 0, unreadable: [] }
  const [table, name] = [sql.table(column.table), sql.ref(column.column)]
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one batch after another
    const rows = await inSystem(db, async (tx) => {
      const found = await sql<{ id: string; sealed: string }>`select id, ${name} as sealed from ${table}
        where id > ${after}::uuid and ${name} is not null order by id limit ${BATCH}`.execute(tx)
      for (const { id, sealed } of found.rows) {
        const fresh = reseal(ring, sealed, column.contextOf(id))
        if (fresh === 'unreadable') result.unreadable.push(id)
        if (fresh === undefined || fresh === 'unreadable') continue
        const { numAffectedRows } = await sql`update ${table} set ${name} = ${fresh}
          where id = ${id}::uuid and ${name} = ${sealed}`.execute(tx)
        result.resealed += Number(numAffectedRows ?? 0)
      }
      return found.rows
    })
    const last = rows.at(-1)
    if (!last) return result
    after = last.id
  }
}

function reseal(ring: KeyRing, sealed: string, context: string): string | undefined {
  try {
    return resealSecret(ring, sealed, context)
  } catch {
    return 'unreadable'
  }
}
