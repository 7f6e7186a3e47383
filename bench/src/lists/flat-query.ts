import { sql } from 'kysely'
import type { Tx } from '@winnow/server/src/platform/db/transaction.ts'
import type { Grants } from '@winnow/domain'
import { alarmConditions, type AlarmBody, type AlarmQuery } from '@winnow/server/src/modules/alarms/alarm-filter.ts'

/** The baseline, a simple first implementation of the page: all tables joined, one condition, sorted and limited. */
export async function flatPage(
  tx: Tx,
  companyId: string,
  grants: Grants,
  query: AlarmQuery,
  body: AlarmBody,
): Promise<void> {
  const { limit } = query
  await sql`
    select a.id, a.received_at, a.event_type, a.verdict, a.score, a.classes, a.ground_truth, v.name, s.name, p.name
    from alarm a join view v on v.id = a.view_id join site s on s.id = a.site_id join project p on p.id = a.project_id
    where ${alarmConditions(companyId, grants, query, body)}
    order by a.id desc limit ${limit + 1} offset ${(query.page - 1) * limit}`.execute(tx)
}

/** The baseline of a count: all matching rows are counted. */
export async function flatCount(
  tx: Tx,
  companyId: string,
  grants: Grants,
  query: AlarmQuery,
  body: AlarmBody,
): Promise<void> {
  await sql`select count(*) from alarm a where ${alarmConditions(companyId, grants, query, body)}`.execute(tx)
}
