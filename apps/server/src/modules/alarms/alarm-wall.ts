import { listWall, WALL_DAYS, type AlarmRow } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Reading } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { viewInGrants } from '../access/index.ts'
import { alarmConditions } from './alarm-filter.ts'
import { listAlarms } from './list-alarms.ts'

const DAY_MS = 86_400_000

/**
 * The newest alarm of each camera that matches, newest first. Each camera costs one search in the index of its alarms, so the cost does not
 * depend on the number of alarms.
 */
async function findLatest(
  tx: Tx,
  { actor, query, body, now }: Pick<Reading<typeof listWall>, 'actor' | 'query' | 'body' | 'now'>,
): Promise<string[]> {
  const { companyId, grants } = actor
  const since = new Date(now.getTime() - WALL_DAYS * DAY_MS).toISOString()
  const asked = { ...query, page: 1, since, label: 'all', filter: 'all' } as const
  // The cameras are confined below, so no condition on nodes is left for their alarms.
  const matches = alarmConditions(companyId, { all: true, permission: 'read' }, asked, {})
  const places = [
    ...(body.cameras?.length ? [sql`v.id = any(${body.cameras}::uuid[])`] : []),
    ...(body.sites?.length ? [sql`v.site_id = any(${body.sites}::uuid[])`] : []),
    ...(body.projects?.length ? [sql`v.project_id = any(${body.projects}::uuid[])`] : []),
  ]
  const within = places.length === 0 ? sql`` : sql`and ${sql.join(places, sql` and `)}`
  const { rows } = await sql<{ id: string }>`select latest.id
    from view v cross join lateral (
      select a.id from alarm a where a.view_id = v.id and ${matches} order by a.id desc limit 1
    ) latest
    where v.company_id = ${companyId} and v.deleted_at is null and ${viewInGrants(grants, 'v')} ${within}
    order by latest.id desc limit ${query.limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export function registerWall(register: Register): void {
  register.read(listWall, async (asked) => {
    const { tx, actor } = asked
    const alarms = await findLatest(tx, asked)
    if (alarms.length === 0) return { rows: [] satisfies AlarmRow[] }
    const every = { page: 1, limit: alarms.length, label: 'all', filter: 'all', includeTests: true } as const
    const verdict = ['true', 'false', 'unverified', 'waiting', 'outside'] as const
    const { rows } = await listAlarms(
      tx,
      actor.companyId,
      actor.grants,
      { ...every, verdict: [...verdict] },
      { alarms },
    )
    return { rows }
  })
}
