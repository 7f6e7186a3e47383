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
 * The caller holds the locks on the names in these sites.
 */
export async function withFreeNames<C extends Candidate>(tx: Tx, candidates: readonly C[]): Promise<Set<C>> {
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
