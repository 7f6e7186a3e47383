import type { HeldAlarm, ReviewState } from '@winnow/contract'
import { GRANTED_TYPES, nodePermission, type Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { dueAt } from './review-settings.ts'
import { COUNT_LIMIT, countWaiting, findLast, isInForce, isSeated, type Asker } from './waiting.ts'

/** Maximum number of operators in the reply. */
const MAX_PEOPLE = 100

interface HeldRow {
  alarm_id: string
  project_id: string
  site_id: string
  view_id: string
  view_name: string
  site_name: string
  user_id: string
  user_name: string
  claimed_at: Date
  verdict: string | null
  received_at: Date
}

const mayUserSee = (grants: Grants, row: Pick<HeldRow, 'project_id' | 'site_id' | 'view_id'>): boolean =>
  nodePermission(grants, { projectId: row.project_id, siteId: row.site_id, viewId: row.view_id }) !== undefined

async function findAllHeld(tx: Tx, { companyId, now }: Asker): Promise<HeldRow[]> {
  const { rows } =
    await sql<HeldRow>`select c.alarm_id, c.project_id, c.site_id, c.view_id, v.name as view_name, st.name as site_name,
      c.user_id, u.name as user_name, c.claimed_at, a.verdict, a.received_at
    from review_claim c join alarm a on a.id = c.alarm_id join view v on v.id = c.view_id join site st on st.id = c.site_id
      join app_user u on u.id = c.user_id
    where c.company_id = ${companyId} and c.state = 'held' and a.ground_truth is null and ${isInForce(now)}
    order by c.claimed_at limit ${MAX_PEOPLE}`.execute(tx)
  return rows
}

/** The SQL condition that a user `u` may see an alarm. Users of a type without grants see all alarms of their company. */
export const maySee = (place: { project_id: string; site_id: string; view_id: string }) => sql<boolean>`(
  u.user_type <> all(${[...GRANTED_TYPES]}::text[]) or exists (select from user_grant g
    where g.user_id = u.id and g.node_id = any(${[place.project_id, place.site_id, place.view_id]}::uuid[])))`

/** SQL for the colleagues of the caller who have the queue open. */
export const colleagues = ({
  companyId,
  userId,
  now,
}: Asker) => sql`review_seat seat join app_user u on u.id = seat.user_id
  where seat.company_id = ${companyId} and seat.user_id <> ${userId} and ${isSeated(now)} and u.disabled_at is null`

async function findPeople(tx: Tx, asker: Asker, held: readonly HeldRow[]): Promise<ReviewState['people']> {
  const mine = held.find((row) => row.user_id === asker.userId)
  const { rows } = await sql<{ user_id: string; name: string; may_take: boolean }>`select seat.user_id, u.name,
      ${mine ? maySee(mine) : sql`false`} as may_take
    from ${colleagues(asker)} order by lower(u.name), seat.user_id limit ${MAX_PEOPLE}`.execute(tx)
  // Users who see a part of the tree learn only of those who work on an alarm of that part.
  const visible = new Set(held.filter((row) => mayUserSee(asker.grants, row)).map((row) => row.user_id))
  return rows
    .filter((row) => asker.grants.all || visible.has(row.user_id))
    .map((row) => ({ userId: row.user_id, name: row.name, mayTake: row.may_take }))
}

/** The whole state of the queue for one caller. */
export async function readState(tx: Tx, asker: Asker): Promise<ReviewState> {
  const counts = await countWaiting(tx, asker)
  const lastAt = await findLast(tx, asker)
  const held = await findAllHeld(tx, asker)
  const people = await findPeople(tx, asker, held)
  return {
    settings: asker.settings,
    waiting: Math.min(counts.waiting, COUNT_LIMIT),
    waitingIsExact: counts.waiting <= COUNT_LIMIT,
    late: Math.min(counts.late, COUNT_LIMIT),
    skipped: counts.skipped,
    lastAt: lastAt?.toISOString() ?? null,
    held: held
      .filter((row) => mayUserSee(asker.grants, row))
      .map((row): HeldAlarm => ({
        alarmId: row.alarm_id,
        viewName: row.view_name,
        siteName: row.site_name,
        userId: row.user_id,
        userName: row.user_name,
        since: row.claimed_at.toISOString(),
        dueAt: dueAt(asker.settings, { verdict: row.verdict, receivedAt: row.received_at }).toISOString(),
      })),
    people,
  }
}
