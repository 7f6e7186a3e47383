import type { NodeCounts } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isOn, isPaused, isSilent, viewFits, type Asker } from '../access/index.ts'

interface Counted {
  column: 'project_id' | 'site_id'
  ids: readonly string[]
  now: Date
}

/** Counts the active cameras of each client or site, how many of them are paused, and how many of the others are silent for too long. */
export async function countNodes(tx: Tx, asker: Asker, { column, ids, now }: Counted): Promise<NodeCounts[]> {
  if (ids.length === 0) return []
  const node = sql.ref(`view.${column}`)
  const { rows } = await sql<Omit<NodeCounts, 'nextPauseEnd'> & { nextPauseEnd: Date | null }>`
    select id, count(*) filter (where active)::int as active, count(*) filter (where active and paused)::int as paused,
      count(*) filter (where active and not paused and silent)::int as silent,
      min(until) filter (where active and paused) as "nextPauseEnd"
    from (
      select ${node} as id, ${isOn} as active, ${isPaused(now)} as paused, ${isSilent(now)} as silent,
        greatest(view.paused_until, site.paused_until) as until
      from view join site on site.id = view.site_id join company on company.id = view.company_id
      where ${node} = any(${[...ids]}::uuid[]) and ${viewFits(asker, {})}) camera
    group by id`.execute(tx)
  return rows.map(({ nextPauseEnd, ...row }) => ({ ...row, nextPauseEnd: nextPauseEnd?.toISOString() ?? null }))
}
