import type { BodyOf, LabelReason, listRandomAlarms, QueryOf, SampledAlarm } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { uuidArray } from '../../platform/db/uuid-array.ts'
import { windowConditions, withZones } from '../alarms/index.ts'

/** The most alarms that a supervisor can have without a label. More would be kept from others for too long. */
const WAITING_MAX = 100

/**
 * The rows that a supervisor may see: drawn for them, in an open round of a company whose review is on. Every look at a sample starts here,
 * so switching off or closing a round ends all access at once. It rests while the company is suspended, since its administrators cannot
 * reach the switch then.
 */
const visible = (userId: string): RawBuilder<unknown> => sql`
  quality_sample s
    join quality_round r on r.id = s.round_id and r.closed_at is null
    join quality_switch w on w.company_id = s.company_id and w.is_on
    join company owner on owner.id = s.company_id and owner.suspended_at is null
  where s.user_id = ${userId}`

/**
 * Whether a supervisor has labelled an alarm of the sample before, in a round that was closed since, and so knows its verdict. For alias `s`.
 */
export const isKnownTo = (userId: string): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from quality_sample known
  where known.user_id = ${userId} and known.alarm_id = s.alarm_id and known.ground_truth is not null)`

/** An alarm of a supervisor's sample. */
export interface OwnAlarm {
  roundId: string
  companyId: string
}

/** Finds an alarm of the supervisor's sample. */
export async function findOwn(tx: Tx, userId: string, alarmId: string): Promise<OwnAlarm | undefined> {
  const { rows } = await sql<OwnAlarm>`
    select s.round_id as "roundId", s.company_id as "companyId" from ${visible(userId)} and s.alarm_id = ${alarmId}`.execute(
    tx,
  )
  return rows[0]
}

interface Row {
  id: string
  company_id: string
  company_name: string
  view_id: string
  view_name: string
  site_name: string
  project_name: string
  timezone: string
  received_at: Date
  event_type: string
  frame_count: number
  drawn_at: Date
  first: boolean | null
  said: boolean | null
  reason: string | null
  said_at: Date | null
  verdict: string
  score: number | null
  classes: string[]
  cus_ground_truth: boolean | null
}

function present(row: Row): SampledAlarm {
  const { first, said } = row
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    viewId: row.view_id,
    viewName: row.view_name,
    siteName: row.site_name,
    projectName: row.project_name,
    timezone: row.timezone,
    receivedAt: row.received_at.toISOString(),
    eventType: row.event_type as SampledAlarm['eventType'],
    frameCount: row.frame_count,
    drawnAt: row.drawn_at.toISOString(),
    label:
      first === null
        ? null
        : {
            groundTruth: said ?? first,
            reason: row.reason as LabelReason | null,
            at: (row.said_at ?? row.drawn_at).toISOString(),
            first,
          },
    revealed:
      first === null
        ? null
        : {
            verdict: row.verdict as 'true' | 'false' | 'unverified',
            score: row.score,
            classes: row.classes as NonNullable<SampledAlarm['revealed']>['classes'],
            cusGroundTruth: row.cus_ground_truth,
          },
  }
}

/** Joins that add what a row shows to `visible` with its conditions. Alarms that were deleted meanwhile are left out. */
const select = (userId: string, conditions: RawBuilder<SqlBool>, page: RawBuilder<unknown>) => sql<Row>`
  with own as materialized (select s.* from ${visible(userId)})
  select a.id, s.company_id, c.name as company_name, a.view_id, v.name as view_name, st.name as site_name,
    p.name as project_name, coalesce(st.timezone, c.default_site_timezone) as timezone, a.received_at, a.event_type,
    a.frame_count, s.drawn_at, s.ground_truth as first, said.ground_truth as said, said.reason, said.at as said_at, a.verdict,
    a.score, a.classes, a.cus_ground_truth
  from own s
    join alarm a on a.id = s.alarm_id
    join view v on v.id = a.view_id
    join site st on st.id = a.site_id
    join project p on p.id = a.project_id
    join company c on c.id = s.company_id
    left join lateral (select l.ground_truth, l.reason, l.at from alarm_label l
      where l.alarm_id = s.alarm_id and l.author_id = ${userId} and l.kind = 'supervisor' and s.ground_truth is not null
      order by l.id desc limit 1) said on true
  where ${conditions} order by s.drawn_at, s.place, s.alarm_id ${page}`

/** One alarm of the supervisor's sample. */
export async function readOwn(tx: Tx, userId: string, alarmId: string): Promise<SampledAlarm | undefined> {
  const { rows } = await select(userId, sql`s.alarm_id = ${alarmId}`, sql``).execute(tx)
  return rows[0] && present(rows[0])
}

type ListQuery = QueryOf<typeof listRandomAlarms>

const byLabel = (label: ListQuery['label']): RawBuilder<SqlBool>[] => {
  if (label === 'all') return []
  return [label === 'unlabelled' ? sql`s.ground_truth is null` : sql`s.ground_truth = ${label === 'true'}`]
}

const amongIds = (column: 's.company_id' | 'a.view_id', ids: readonly string[] | undefined): RawBuilder<SqlBool>[] =>
  ids === undefined || ids.length === 0 ? [] : [sql`${sql.ref(column)} = any(${uuidArray(ids)}::uuid[])`]

/** The supervisor's sample, in the order in which it was drawn. */
export async function listOwn(
  tx: Tx,
  userId: string,
  query: ListQuery,
  { cameras, companies }: BodyOf<typeof listRandomAlarms>,
): Promise<{ rows: SampledAlarm[]; count: number }> {
  const window = await withZones(tx, query, sql`select s.company_id from ${visible(userId)}`)
  const conditions = sql.join(
    [
      sql<SqlBool>`true`,
      ...windowConditions(window),
      ...byLabel(query.label),
      ...amongIds('s.company_id', companies),
      ...amongIds('a.view_id', cameras),
    ],
    sql` and `,
  ) as RawBuilder<SqlBool>
  const page = sql`limit ${query.limit} offset ${(query.page - 1) * query.limit}`
  const { rows } = await select(userId, conditions, page).execute(tx)
  const counted = await sql<{ n: string }>`
    with own as materialized (select s.* from ${visible(userId)})
    select count(*) as n from own s join alarm a on a.id = s.alarm_id where ${conditions}`.execute(tx)
  return { rows: rows.map(present), count: Number(counted.rows[0]?.n ?? 0) }
}

/** How many more alarms a supervisor can draw. */
export async function roomOf(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from ${visible(userId)} and s.ground_truth is null
      and exists (select from alarm a where a.id = s.alarm_id)`.execute(tx)
  return Math.max(0, WAITING_MAX - Number(rows[0]?.n ?? 0))
}

/**
 * Makes draws of one supervisor wait for each other, so that many at once do not give more alarms than one may have. Ends with the transaction.
 */
export async function lockDraws(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quality draws of ${userId}`}, 2))`.execute(tx)
}

/** Gives the next alarms of a round to a supervisor who knows none of them. @returns how many there were */
export async function drawNext(
  tx: Tx,
  roundId: string,
  { userId, count, now }: { userId: string; count: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    with next as (
      select s.alarm_id from quality_sample s join alarm a on a.id = s.alarm_id
      where s.round_id = ${roundId} and s.user_id is null and not ${isKnownTo(userId)}
      order by s.place limit ${count} for update of s skip locked),
    drawn as (
      update quality_sample s set user_id = ${userId}, drawn_at = ${now}
      from next where s.round_id = ${roundId} and s.alarm_id = next.alarm_id returning 1)
    select count(*) as n from drawn`.execute(tx)
  return Number(rows[0]?.n ?? 0)
}

/**
 * Stores the first label, which counts for the result, and what the company said of the alarm by then. Later labels leave both as they are.
 * Call it in the transaction that has labelled the alarm, and so holds its lock.
 */
export async function storeFirst(
  tx: Tx,
  alarm: { roundId: string; alarmId: string },
  { groundTruth, now }: { groundTruth: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('quality_sample')
    .set({
      ground_truth: groundTruth,
      labelled_at: now,
      company_truth: sql`(select cus_ground_truth from alarm where id = ${alarm.alarmId})`,
    })
    .where('round_id', '=', alarm.roundId)
    .where('alarm_id', '=', alarm.alarmId)
    .where('ground_truth', 'is', null)
    .execute()
}
