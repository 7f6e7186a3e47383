import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { SealedSecretError } from '../../platform/crypto/seal-secret.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { JobContext, Tick } from '../../platform/jobs/job.ts'
import { openListKey, openPlate, plateNumbers } from './watch-list-secrets.ts'

/** The number of plates that one transaction changes. */
const BATCH = 500

export interface NumberDeps {
  db: Db
  keys: KeyRing
}

interface Found {
  id: string
  sealed: string
  list_id: string
  sealed_index: string
}

/** All numbers of a plate; undefined if it, or the key of its list, cannot be opened. */
function numbersOf(keys: KeyRing, { id, sealed, list_id, sealed_index }: Found) {
  try {
    return plateNumbers(openListKey(keys, list_id, sealed_index), openPlate(keys, id, sealed).plate)
  } catch (error) {
    if (error instanceof SealedSecretError) return undefined
    throw error
  }
}

/** Adds what the next plates lack. @returns the last of them; undefined when there are no more */
async function numberBatch(tx: Tx, keys: KeyRing, after: string): Promise<string | undefined> {
  const { rows } = await sql<Found>`select p.id, p.sealed, p.list_id, w.sealed_index
    from watch_plate p join watch_list w on w.id = p.list_id
    where p.near = '{}' and p.id > ${after}::uuid order by p.id limit ${BATCH} for no key update of p`.execute(tx)
  const numbered = rows.flatMap((row) => {
    const numbers = numbersOf(keys, row)
    return numbers ? [{ id: row.id, ...numbers }] : []
  })
  const column = (of: (plate: (typeof numbered)[number]) => string) => numbered.map(of)
  await sql`update watch_plate p set outside_first = n.first, outside_middle = n.middle, outside_last = n.last, near = n.near::bigint[]
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ first }) => first)}::bigint[],
      ${column(({ middle }) => middle)}::bigint[], ${column(({ last }) => last)}::bigint[],
      ${column(({ near }) => `{${near.join(',')}}`)}::text[]) as n (id, first, middle, last, near)
    where p.id = n.id`.execute(tx)
  return rows.at(-1)?.id
}

/**
 * Gives plates that an earlier version imported the numbers by which they are found where one character differs. Those that cannot be opened,
 * since their key is gone, are left out.
 */
export async function numberPlates({ db, keys }: NumberDeps, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after !== undefined && !signal.aborted) {
    const last: string = after
    // oxlint-disable-next-line no-await-in-loop -- one batch after another
    after = await inSystem(db, (tx) => numberBatch(tx, keys, last))
  }
}

/** Every hour, so that they are found soon after the program was replaced. There are none afterwards, and an index knows that. */
export const numberTicks = (deps: NumberDeps): Tick[] => [
  { name: 'rules.number-plates', cron: '7 * * * *', run: (context) => numberPlates(deps, context) },
]
