import type { CureRequest, listCureRequests, QueryOf, ReplyOf } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { inGrants } from '../access/index.ts'

/** Own requests stay at the camera for this long after they were answered. */
const ANSWER_DAYS = 30
const DAY_MS = 86_400_000
/** The most requests that are shown at a camera. */
const MOST_AT_CAMERA = 40

type Asker = Pick<Actor, 'companyId' | 'userId' | 'grants'>

interface RequestRow {
  id: string
  alarm_id: string
  project_id: string
  site_id: string
  view_id: string
  view_name: string
  site_name: string
  cure: string
  note: string
  areas: unknown
  user_id: string | null
  asked_by: string
  asked_at: Date
  state: string
  decided_by: string | null
  decided_at: Date | null
  answer: string
}

/** A request with the place of its alarm, which a live message needs. */
export interface FoundRequest {
  request: CureRequest
  place: { id: string; viewId: string; siteId: string; projectId: string }
}

const present = (row: RequestRow, userId: string | null): CureRequest => ({
  id: row.id,
  alarmId: row.alarm_id,
  viewId: row.view_id,
  viewName: row.view_name,
  siteName: row.site_name,
  cure: row.cure as CureRequest['cure'],
  note: row.note,
  areas: row.areas as CureRequest['areas'],
  askedBy: row.asked_by,
  isMine: userId !== null && row.user_id === userId,
  askedAt: row.asked_at.toISOString(),
  state: row.state as CureRequest['state'],
  decidedBy: row.decided_by,
  decidedAt: row.decided_at?.toISOString() ?? null,
  answer: row.answer,
})

/** Requests (alias `r`) of cameras that exist and that the caller may see. */
const select = ({ companyId, grants }: Asker, condition: RawBuilder<SqlBool>, end: RawBuilder<unknown>) =>
  sql<RequestRow>`select r.*, v.name as view_name, st.name as site_name
    from cure_request r join view v on v.id = r.view_id join site st on st.id = r.site_id
    where r.company_id = ${companyId} and v.deleted_at is null and ${inGrants(grants, 'r')} and ${condition} ${end}`

/** What was asked for at alarms of a camera: what is open, and the answers to the caller. The newest first. */
export async function requestsOfCamera(tx: Tx, asker: Asker, viewId: string, now: Date): Promise<CureRequest[]> {
  const since = new Date(now.getTime() - ANSWER_DAYS * DAY_MS)
  const condition = sql<SqlBool>`r.view_id = ${viewId}
    and (r.state = 'open' or (r.user_id = ${asker.userId} and r.decided_at > ${since}))`
  const { rows } = await select(asker, condition, sql`order by r.id desc limit ${MOST_AT_CAMERA}`).execute(tx)
  return rows.map((row) => present(row, asker.userId))
}

/** One request of an alarm. */
export async function findRequest(
  tx: Tx,
  asker: Asker,
  { alarmId, requestId }: { alarmId: string; requestId: string },
): Promise<FoundRequest | undefined> {
  const condition = sql<SqlBool>`r.id = ${requestId} and r.alarm_id = ${alarmId}`
  const { rows } = await select(asker, condition, sql``).execute(tx)
  const [row] = rows
  if (!row) return undefined
  const place = { id: row.alarm_id, viewId: row.view_id, siteId: row.site_id, projectId: row.project_id }
  return { request: present(row, asker.userId), place }
}

/** One page of all requests. Open ones are answered in the order in which they came. */
export async function listRequests(
  tx: Tx,
  asker: Asker,
  { state, page, limit }: QueryOf<typeof listCureRequests>,
): Promise<ReplyOf<typeof listCureRequests>> {
  // PostgreSQL uses the partial index of open requests only for a condition that it can prove.
  const condition = state === 'open' ? sql<SqlBool>`r.state = 'open'` : sql<SqlBool>`r.state <> 'open'`
  const order = state === 'open' ? sql`order by r.id` : sql`order by r.id desc`
  const { rows } = await select(asker, condition, sql`${order} limit ${limit} offset ${(page - 1) * limit}`).execute(tx)
  const counted = await sql<{ n: number }>`select count(*)::int as n from cure_request r join view v on v.id = r.view_id
    where r.company_id = ${asker.companyId} and v.deleted_at is null and ${inGrants(asker.grants, 'r')} and ${condition}`.execute(
    tx,
  )
  return {
    rows: rows.map((row) => present(row, asker.userId)),
    count: counted.rows[0]?.n ?? 0,
    countIsExact: true,
    page,
    limit,
  }
}
