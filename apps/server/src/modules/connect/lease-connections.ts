import type { ConnectionProblem } from '@winnow/contract'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { hasRunOut } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { publishAllLive } from '../live/index.ts'
import type { ConnectionState } from './run-connector.ts'

/** How long a process owns a connection without renewing it, in milliseconds. Processes look every five seconds, so half a minute is enough for another one. */
export const LEASE_MS = 15_000

/** A connection that this process owns now. */
export interface OwnedConnection {
  id: string
  company_id: string
  site_id: string | null
  view_id: string | null
  kind: string
  settings: unknown
  sealed: string | null
  version: number
  position: string | null
  since: Date
  last_up_at: Date | null
  seen_at: Date | null
  event_at: Date | null
  problem: ConnectionProblem | null
  problem_setting: string | null
  problem_at: Date | null
}

/** Whether the camera or site of a connection was deleted. Its connection rests then, since a deletion can be undone. */
const isResting: RawBuilder<SqlBool> = sql<SqlBool>`exists (select 1 from site left join view on view.id = c.view_id
  where site.id = coalesce(view.site_id, c.site_id) and (site.deleted_at is not null or view.deleted_at is not null))`

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

/** Renews the leases of connections. Those that are left out of the reply were deleted, rest, or have another owner. */
export const renewLeases = (
  db: Db,
  { owner, ids, now }: { owner: string; ids: readonly string[]; now: Date },
): Promise<{ id: string; version: number }[]> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<{ id: string; version: number }>`
      update connection c set lease_until = ${leaseEnd(now)}
      where c.owner = ${owner} and c.id = any(${[...ids]}::uuid[]) and not ${isResting} returning c.id, c.version`.execute(
      tx,
    )
    return rows
  })

/** Which flags a company needs for connections of a kind. */
export type KindNeeds = Readonly<Record<string, readonly string[]>>

const isLocked = (needs: KindNeeds): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select 1 from company, jsonb_array_elements_text(${JSON.stringify(needs)}::jsonb -> c.kind) as flag
  where company.id = c.company_id and company.unlocks -> flag is distinct from 'true'::jsonb)`

/** Ends connections of companies that have lost the feature, whoever owns them, and says so. */
export const lockConnections = (db: Db, { needs, now }: { needs: KindNeeds; now: Date }): Promise<unknown> =>
  inSystem(db, (tx) =>
    sql`
      update connection c set owner = null, lease_until = null, is_up = false, since = case when is_up then ${now} else since end,
        problem = 'locked', problem_setting = null, problem_at = ${now}
      where c.kind = any(${Object.keys(needs)}::text[]) and (c.problem is distinct from 'locked' or c.owner is not null) and ${isLocked(needs)}`.execute(
      tx,
    ),
  )

/** Takes connections that nobody owns, the oldest first. What was up when its owner disappeared counts as down from now on. */
export const claimConnections = (
  db: Db,
  {
    owner,
    kinds,
    needs,
    room,
    now,
  }: { owner: string; kinds: readonly string[]; needs: KindNeeds; room: number; now: Date },
): Promise<OwnedConnection[]> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<OwnedConnection>`
      update connection set owner = ${owner}, lease_until = ${leaseEnd(now)},
        is_up = false, since = case when is_up then ${now} else since end
      where id in (select c.id from connection c
        where ${hasRunOut('c.lease_until', now, LEASE_MS)} and c.kind = any(${[...kinds]}::text[]) and not ${isResting}
          and not ${isLocked(needs)}
        order by c.id limit ${room} for update of c skip locked)
      returning id, company_id, coalesce((select view.site_id from view where view.id = view_id), site_id) as site_id, view_id, kind, settings, sealed, version, position, since, last_up_at, seen_at, event_at,
        problem, problem_setting, problem_at`.execute(tx)
    return rows
  })

/** Gives connections back, so that another process can take them at once. */
export const releaseConnections = (
  db: Db,
  { owner, ids, now }: { owner: string; ids: readonly string[]; now: Date },
): Promise<unknown> =>
  inSystem(db, (tx) =>
    sql`
      update connection set owner = null, lease_until = null, is_up = false, since = case when is_up then ${now} else since end
      where owner = ${owner} and id = any(${[...ids]}::uuid[])`.execute(tx),
  )

/** Whether there is anything to connect to. */
export const hasConnections = (db: Db): Promise<boolean> =>
  inSystem(db, async (tx) => {
    const { rows } = await sql<{ there: boolean }>`
      select exists (select 1 from connection c where not ${isResting}) as there`.execute(tx)
    return rows[0]?.there ?? false
  })

interface NotedRow {
  company_id: string
  project_id: string | null
  site_id: string | null
  view_id: string | null
  is_news: boolean
}

/** Writes what was found out about connections that are still owned, and tells the consoles what came up, went down, or has another reason. */
export const noteStates = (db: Db, owner: string, states: ReadonlyMap<string, ConnectionState>): Promise<void> =>
  inSystem(db, async (tx) => {
    const notes = [...states].map(([id, { problem, ...state }]) => ({
      id,
      is_up: state.isUp,
      since: state.since,
      last_up_at: state.lastUpAt,
      seen_at: state.seenAt,
      event_at: state.eventAt,
      problem: problem?.code ?? null,
      problem_setting: problem?.setting ?? null,
      problem_at: problem?.at ?? null,
    }))
    const { rows } = await sql<NotedRow>`
      with noted as (select * from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as n (id uuid, is_up boolean, since timestamptz,
        last_up_at timestamptz, seen_at timestamptz, event_at timestamptz, problem text, problem_setting text, problem_at timestamptz)),
      alive as (update view set last_signal_at = noted.seen_at from noted join connection c on c.id = noted.id
        where view.id = c.view_id and c.owner = ${owner} and noted.is_up and noted.seen_at is not null
          and (view.last_signal_at is null or view.last_signal_at < noted.seen_at))
      update connection c set is_up = n.is_up, since = n.since, last_up_at = n.last_up_at, seen_at = n.seen_at, event_at = n.event_at,
        problem = n.problem, problem_setting = n.problem_setting, problem_at = n.problem_at
      from noted n join connection before on before.id = n.id left join view on view.id = before.view_id
      where c.id = n.id and c.owner = ${owner}
      returning c.company_id, view.project_id, view.site_id, view.id as view_id,
        (before.is_up <> n.is_up or before.problem is distinct from n.problem) as is_news`.execute(tx)
    await publishAllLive(
      tx,
      rows.flatMap(
        ({ company_id: companyId, project_id: projectId, site_id: siteId, view_id: viewId, is_news: isNews }) =>
          isNews && projectId !== null
            ? [{ companyId, message: { type: 'tree.changed' as const, projectId, siteId, viewId } }]
            : [],
      ),
    )
  })
