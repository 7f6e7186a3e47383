import type { NodeCounts } from '@winnow/contract'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isOn, isPaused, isSilent, statesOfCameras, viewFits, type Asker } from '../access/index.ts'

interface Counted {
  column: 'project_id' | 'site_id'
  ids: readonly string[]
  now: Date
}

type OutsideCounts = Pick<NodeCounts, 'outside' | 'nextScheduleChange'>

/** Counts the active cameras of each node that do not count now, though nobody paused them. */
async function countOutside(tx: Tx, asker: Asker, { column, ids, now }: Counted): Promise<Map<string, OutsideCounts>> {
  const node = sql.ref(`view.${column}`)
  const fits = sql<SqlBool>`${node} = any(${[...ids]}::uuid[]) and ${viewFits(asker, {})}`
  const found = new Map<string, { outside: number; next: Date | null }>()
  for (const { node: id, cameras, decision } of await statesOfCameras(tx, { node, fits, now })) {
    const { counts, reason, until } = decision
    // All others are switched off or paused, or count until somebody changes that.
    if (reason !== 'schedule' && reason !== 'disarmed') continue
    const { outside, next } = found.get(id) ?? { outside: 0, next: null }
    found.set(id, {
      outside: outside + (counts ? 0 : cameras),
      next: until !== null && (next === null || until < next) ? until : next,
    })
  }
  return new Map(
    [...found].map(([id, { outside, next }]) => [id, { outside, nextScheduleChange: next?.toISOString() ?? null }]),
  )
}

const NONE_OUTSIDE: OutsideCounts = { outside: 0, nextScheduleChange: null }

/** Counts the active cameras of each client or site, how many of them are paused, and how many of the others are outside their time, or silent for too long. */
export async function countNodes(tx: Tx, asker: Asker, counted: Counted): Promise<NodeCounts[]> {
  const { column, ids, now } = counted
  if (ids.length === 0) return []
  const node = sql.ref(`view.${column}`)
  const { rows } = await sql<Omit<NodeCounts, 'nextPauseEnd' | keyof OutsideCounts> & { nextPauseEnd: Date | null }>`
    select id, count(*) filter (where active)::int as active, count(*) filter (where active and paused)::int as paused,
      count(*) filter (where active and not paused and silent)::int as silent,
      min(until) filter (where active and paused) as "nextPauseEnd"
    from (
      select ${node} as id, ${isOn} as active, ${isPaused(now)} as paused, ${isSilent(now)} as silent,
        greatest(view.paused_until, site.paused_until) as until
      from view join site on site.id = view.site_id join company on company.id = view.company_id
      where ${node} = any(${[...ids]}::uuid[]) and ${viewFits(asker, {})}) camera
    group by id`.execute(tx)
  const outside = await countOutside(tx, asker, counted)
  return rows.map(({ nextPauseEnd, ...row }) => ({
    ...row,
    nextPauseEnd: nextPauseEnd?.toISOString() ?? null,
    ...(outside.get(row.id) ?? NONE_OUTSIDE),
  }))
}
