import type { ResponseBreach, ResponseStage, RESPONSE_BREACHES } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isOverdue } from './read-times.ts'
import { isOfAsked, type Asked } from './sum-figures.ts'

/** The most breaches that are counted. */
const MOST_COUNTED = 10_000

interface Row {
  id: string
  alarm_id: string | null
  receiver_id: string
  receiver_name: string
  site_id: string
  site_name: string
  project_name: string
  view_name: string | null
  goal_seconds: number
  received_at: Date
  decided_at: Date
  sent_at: Date | null
  acknowledged_at: Date | null
  breach: ResponseStage | null
}

/** The stage of a message that waits, as the database finds it for one that ended (`app.time_delivery`). */
function stageUpTo(now: Date, { received_at: received, decided_at: decided, sent_at: sent }: Row): ResponseStage {
  const analysis = decided.getTime() - received.getTime()
  const waiting = (sent ?? now).getTime() - decided.getTime()
  const receiver = sent === null ? 0 : now.getTime() - sent.getTime()
  if (analysis >= Math.max(waiting, receiver)) return 'analysis'
  return waiting >= receiver ? 'waiting' : 'receiver'
}

const present = (row: Row, now: Date): ResponseBreach => ({
  id: row.id,
  alarmId: row.alarm_id,
  receiverId: row.receiver_id,
  receiverName: row.receiver_name,
  siteId: row.site_id,
  siteName: row.site_name,
  projectName: row.project_name,
  viewName: row.view_name,
  goalSeconds: row.goal_seconds,
  receivedAt: row.received_at.toISOString(),
  decidedAt: row.decided_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
  stage: row.breach ?? stageUpTo(now, row),
})

/** Messages that did not keep their goal: those that ended, the newest day first, or those that wait, the oldest first. */
export async function listBreaches(
  tx: Tx,
  asked: Asked,
  { which, page, limit, now }: { which: (typeof RESPONSE_BREACHES)[number]; page: number; limit: number; now: Date },
): Promise<{ rows: ResponseBreach[]; count: number; countIsExact: boolean }> {
  const { companyId, days } = asked
  const ended = sql`d.company_id = ${companyId} and d.breach is not null and d.goal_day between ${days.since}::date and ${days.till}::date
    and ${isOfAsked(asked, { site: sql`r.site_id`, receiver: sql`d.receiver_id` })}`
  const from = sql`delivery d join receiver r on r.id = d.receiver_id where ${which === 'ended' ? ended : isOverdue(asked, now)}`
  const order = which === 'ended' ? sql`d.goal_day desc, d.id desc` : sql`d.received_at, d.id`
  // The camera is read for the messages of the page alone.
  const { rows } = await sql<Row>`
    select d.*, v.name as view_name, s.name as site_name, p.name as project_name from (
      select d.id, d.alarm_id, d.receiver_id, r.name as receiver_name, r.site_id, d.goal_seconds, d.goal_day, d.received_at, d.decided_at,
        d.sent_at, d.acknowledged_at, d.breach
      from ${from} order by ${order} limit ${limit} offset ${(page - 1) * limit}) d
    join site s on s.id = d.site_id join project p on p.id = s.project_id
    left join alarm a on a.id = d.alarm_id left join view v on v.id = a.view_id
    order by ${order}`.execute(tx)
  const counted = await sql<{ n: number }>`
    select count(*)::integer as n from (select from ${from} limit ${MOST_COUNTED + 1}) counted`.execute(tx)
  const n = counted.rows[0]?.n ?? 0
  return {
    rows: rows.map((row) => present(row, now)),
    count: Math.min(n, MOST_COUNTED),
    countIsExact: n <= MOST_COUNTED,
  }
}
