import type { ReviewRound } from '@winnow/contract'
import { reviewFigures } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

/** The days whose alarms a round draws from, and the time until the next round can be opened. */
const ROUND_DAYS = 7
/** Alarms younger than this are left to the next round: their verdict may still change. */
const SETTLED_MINUTES = 60
/** The most alarms of each kind in a sample. */
const LISTED_MAX = 500

const DAY_MS = 86_400_000

/** When the next round can be opened. */
export const nextRoundAt = (openedAt: Date): Date => new Date(openedAt.getTime() + ROUND_DAYS * DAY_MS)

interface Row {
  id: string
  company_id: string
  since: Date
  till: Date
  opened_at: Date
  closed_at: Date | null
  passed: number
  filtered: number
  listed: string
  passed_labelled: string
  passed_true: string
  filtered_labelled: string
  filtered_true: string
}

function presentRound(row: Row): ReviewRound {
  const [passed, filtered] = [Number(row.passed_labelled), Number(row.filtered_labelled)]
  return {
    id: row.id,
    since: row.since.toISOString(),
    till: row.till.toISOString(),
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    alarms: row.passed + row.filtered,
    listed: Number(row.listed),
    labelled: passed + filtered,
    result: reviewFigures(
      { population: row.passed, labelled: passed, positive: Number(row.passed_true) },
      { population: row.filtered, labelled: filtered, positive: Number(row.filtered_true) },
    ),
  }
}

/** Rounds with their results, the latest first, by id of the company. @param which SQL condition on alias `r` */
async function selectRounds(tx: Tx, which: RawBuilder<SqlBool>): Promise<{ companyId: string; round: ReviewRound }[]> {
  const { rows } = await sql<Row>`
    select r.*, said.* from quality_round r cross join lateral (
      select count(*) as listed,
        count(s.ground_truth) filter (where s.stratum = 'passed') as passed_labelled,
        count(*) filter (where s.stratum = 'passed' and s.ground_truth) as passed_true,
        count(s.ground_truth) filter (where s.stratum = 'filtered') as filtered_labelled,
        count(*) filter (where s.stratum = 'filtered' and s.ground_truth) as filtered_true
      from quality_sample s where s.round_id = r.id) said
    where ${which} order by r.opened_at desc`.execute(tx)
  return rows.map((row) => ({ companyId: row.company_id, round: presentRound(row) }))
}

/** The latest rounds of a company. */
export async function listRounds(tx: Tx, companyId: string, limit: number): Promise<ReviewRound[]> {
  const latest = sql<SqlBool>`r.id in (select id from quality_round where company_id = ${companyId}
    order by opened_at desc limit ${limit})`
  return (await selectRounds(tx, latest)).map(({ round }) => round)
}

/** The open rounds of companies whose review is on. */
export async function listOpenRounds(tx: Tx, companies: readonly string[]): Promise<ReadonlyMap<string, ReviewRound>> {
  const open = sql<SqlBool>`r.company_id = any(${[...companies]}::uuid[]) and r.closed_at is null`
  return new Map((await selectRounds(tx, open)).map(({ companyId, round }) => [companyId, round]))
}

export async function closeRounds(tx: Tx, companyId: string, now: Date): Promise<void> {
  await tx
    .updateTable('quality_round')
    .set({ closed_at: now })
    .where('company_id', '=', companyId)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * Opens a round: draws from the alarms of the last days, from those that were passed on and from those that were filtered separately. One
 * statement counts and draws, so both see the same alarms. Within its kind, every alarm has the same chance. The order of all drawn alarms is
 * random too, each order as likely as any other: supervisors learn the verdict of what they have labelled, and an order in which both kinds
 * took turns would tell them that of the next alarm.
 * @returns the id of the round; undefined if there was no alarm in these days
 */
async function openRound(tx: Tx, companyId: string, now: Date): Promise<string | undefined> {
  const id = newId(now.getTime())
  const till = new Date(now.getTime() - SETTLED_MINUTES * 60_000)
  const since = new Date(till.getTime() - ROUND_DAYS * DAY_MS)
  const alarms = (verdicts: string) => sql`
    select id from alarm where company_id = ${companyId} and verdict = any(${verdicts}::text[]) and not is_test
      and outside is null and id >= app.uuid_from_time(${since}::timestamptz) and id < app.uuid_from_time(${till}::timestamptz)`
  const drawn = (stratum: string) => sql`
    select id, ${stratum}::text as stratum, random() as place
    from (select id from ${sql.ref(stratum)} order by random() limit ${LISTED_MAX}) picked`
  const { rows } = await sql<{ listed: string }>`
    with passed as not materialized (${alarms('{true,unverified}')}),
    filtered as not materialized (${alarms('{false}')}),
    picked as materialized (${drawn('passed')} union all ${drawn('filtered')}),
    round as (
      insert into quality_round (id, company_id, since, till, opened_at, passed, filtered)
      select ${id}, ${companyId}, ${since}, ${till}, ${now}, (select count(*) from passed), (select count(*) from filtered)
      where exists (select from picked)),
    listed as (
      insert into quality_sample (round_id, alarm_id, company_id, stratum, place, listed_at)
      select ${id}, id, ${companyId}, stratum, place, ${now} from picked returning 1)
    select count(*) as listed from listed`.execute(tx)
  return Number(rows[0]?.listed ?? 0) > 0 ? id : undefined
}

/** The round to draw from now. Opens one if there is none or the last one is over. Call it among the rows of the company. */
export async function currentRound(tx: Tx, companyId: string, now: Date): Promise<string | undefined> {
  // Two supervisors who ask at once must not both open a round.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quality round ${companyId}`}, 2))`.execute(tx)
  const open = await tx
    .selectFrom('quality_round')
    .select(['id', 'opened_at'])
    .where('company_id', '=', companyId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (open && nextRoundAt(open.opened_at) > now) return open.id
  await closeRounds(tx, companyId, now)
  return openRound(tx, companyId, now)
}
