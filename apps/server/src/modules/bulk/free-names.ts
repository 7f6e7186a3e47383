import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** A camera that will be added to a site. */
interface Candidate {
  id: string
  name: string
  site_id: string
}

/**
 * Returns the candidates whose names are free in their sites: no other camera of the site has the name, and no earlier candidate takes it.
 * Other writers of names in these sites wait until the transaction ends.
 */
export async function withFreeNames<C extends Candidate>(tx: Tx, candidates: readonly C[]): Promise<Set<C>> {
  const sites = [...new Set(candidates.map(({ site_id: site }) => site))].toSorted()
  // Locks the sites in a fixed order, so that two jobs cannot deadlock. The lock is the same as in `requireFreeName`.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(id, 2)) from unnest(${sites}::text[]) with ordinality as s (id, n)
    order by n`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select c.id
    from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as c (id uuid, name text, site_id uuid)
    where exists (select from view v where v.site_id = c.site_id and lower(v.name) = lower(c.name)
      and v.deleted_at is null and v.id <> c.id)`.execute(tx)
  const taken = new Set(rows.map(({ id }) => id))
  const seen = new Set<string>()
  return new Set(
    candidates.filter(({ id, name, site_id: site }) => {
      const key = `${site} ${name.toLowerCase()}`
      if (taken.has(id) || seen.has(key)) return false
      seen.add(key)
      return true
    }),
  )
}
