import type { ResponseRow, RESPONSE_GROUPS } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isOfAsked, LATE, presentFigures, rowsAsked, SUMS, type Asked, type SumRow } from './sum-figures.ts'

type Group = (typeof RESPONSE_GROUPS)[number]
interface Page {
  page: number
  limit: number
}

const NO_NAMES = {
  day: null,
  siteId: null,
  siteName: null,
  projectName: null,
  receiverId: null,
  receiverName: null,
  goalSeconds: null,
}

/** The figures of all that was asked for. */
export async function readTotal(tx: Tx, asked: Asked) {
  const { rows } =
    await sql<SumRow>`select ${SUMS} from response_day where ${rowsAsked(asked, true)} having count(*) > 0`.execute(tx)
  return presentFigures(rows[0])
}

async function readByDay(tx: Tx, asked: Asked, { page, limit }: Page): Promise<{ rows: ResponseRow[]; count: number }> {
  const { rows } = await sql<SumRow & { day: string; n: number }>`
    select day::text as day, count(*) over ()::integer as n, ${SUMS} from response_day where ${rowsAsked(asked, true)}
    group by response_day.day order by response_day.day desc limit ${limit} offset ${(page - 1) * limit}`.execute(tx)
  return {
    rows: rows.map(({ day, n: _n, ...sums }) => ({ ...NO_NAMES, day, ...presentFigures(sums) })),
    count: rows[0]?.n ?? 0,
  }
}

interface Named extends SumRow {
  site_id: string
  site_name: string
  project_name: string
  receiver_id: string | null
  receiver_name: string | null
  goal: number
  n: number
}

/** Sites or receivers. They are ranked by few numbers first; only those of the page are added up as a whole. */
async function readByNode(
  tx: Tx,
  asked: Asked,
  by: 'site' | 'receiver',
  { page, limit }: Page,
): Promise<{ rows: ResponseRow[]; count: number }> {
  const node = by === 'site' ? sql.ref('site_id') : sql.ref('receiver_id')
  const those = rowsAsked(asked, false)
  const receiver =
    by === 'site'
      ? sql`null::uuid as receiver_id, null as receiver_name`
      : sql`r.id as receiver_id, r.name as receiver_name`
  const { rows } = await sql<Named>`
    with ranked as (
      select ${node} as node, ${LATE} as late, sum(acknowledged + given_up) as measured, count(*) over ()::integer as n
      from response_day where ${those} group by 1
      order by 2 desc, 3 desc, 1 limit ${limit} offset ${(page - 1) * limit}),
    summed as (
      select ${node} as node, ${SUMS} from response_day where ${those} and ${node} in (select node from ranked) group by 1)
    select summed.*, ranked.n, s.id as site_id, s.name as site_name, p.name as project_name, s.response_goal_seconds as goal, ${receiver}
    from ranked join summed using (node)
      ${by === 'site' ? sql`join site s on s.id = node` : sql`join receiver r on r.id = node join site s on s.id = r.site_id`}
      join project p on p.id = s.project_id
    order by ranked.late desc, ranked.measured desc, node`.execute(tx)
  return {
    rows: rows.map((row) => ({
      ...NO_NAMES,
      siteId: row.site_id,
      siteName: row.site_name,
      projectName: row.project_name,
      receiverId: row.receiver_id,
      receiverName: row.receiver_name,
      goalSeconds: row.goal,
      ...presentFigures(row),
    })),
    count: rows[0]?.n ?? 0,
  }
}

export const readGroups = (tx: Tx, asked: Asked, by: Group, page: Page) =>
  by === 'day' ? readByDay(tx, asked, page) : readByNode(tx, asked, by, page)

/** The most messages that are counted. */
const MOST_OVERDUE = 1_000

/** SQL condition on the messages `d` of the receivers `r`: they wait although their goal is over. */
export const isOverdue = (asked: Asked, now: Date) => sql<boolean>`
  d.company_id = ${asked.companyId} and d.state = 'pending' and d.goal_seconds is not null and d.acknowledged_at is null
    and d.received_at < ${now}::timestamptz - make_interval(secs => d.goal_seconds)
    and ${isOfAsked(asked, { site: sql`r.site_id`, receiver: sql`d.receiver_id` })}`

/** How many messages wait although their goal is over. */
export async function countOverdue(tx: Tx, asked: Asked, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from delivery d join receiver r on r.id = d.receiver_id where ${isOverdue(asked, now)} limit ${MOST_OVERDUE}) overdue`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
