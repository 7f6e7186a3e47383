import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/**
 * The first of several names that no camera of a site has. The caller holds the lock of the site's names (`lockNames`).
 * @param attempt the name that is tried in turn `n`, from 0; each turn must have another one
 * @param others names that cameras are about to get, and that are not free either
 */
export async function findFreeName(
  tx: Tx,
  siteId: string,
  attempt: (n: number) => string,
  others: readonly string[] = [],
): Promise<string> {
  const kept = new Set(others.map((name) => name.toLowerCase()))
  for (let n = 0; ; n++) {
    const name = attempt(n)
    if (kept.has(name.toLowerCase())) continue
    // oxlint-disable-next-line no-await-in-loop -- the next name is tried where this one is taken
    const taken = await tx
      .selectFrom('view')
      .select('id')
      .where('site_id', '=', siteId)
      .where('name_key', '=', sql<string>`lower(${name})`)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!taken) return name
  }
}
