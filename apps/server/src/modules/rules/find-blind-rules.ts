import type { getHome, ReplyOf, RuleKind } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { viewInGrants } from '../access/index.ts'
import { kindsOf } from './rule-kinds.ts'
import { findCompanyRules } from './surroundings.ts'

type BlindRule = ReplyOf<typeof getHome>['attention']['blindRules'][number]

/** The number of rules that Home names. */
const NAMED = 20

interface Row {
  id: string
  name: string
  type: string
  categories: string[]
  viewId: string
  viewName: string
  lacksSchedule: boolean
}

/** What rules name in one of their columns, and the table in which it stands. */
const NAMED_IN = { schedule_id: 'schedule_template', list_id: 'watch_list' } as const

/**
 * What rules of the company name and what was deleted. Each id costs one step through the index of the column, however many rules name it.
 */
async function findGone(tx: Tx, companyId: string, column: keyof typeof NAMED_IN): Promise<string[]> {
  const named = sql.ref(`r.${column}`)
  const after = (from: RawBuilder<SqlBool>) =>
    sql`(select ${named} as id from advanced_rule r where r.company_id = ${companyId} and ${named} is not null and ${from}
      order by ${named} limit 1)`
  const { rows } = await sql<{ id: string }>`
    with recursive used as (
      ${after(sql<SqlBool>`true`)}
      union all
      select one.id from used cross join lateral ${after(sql<SqlBool>`${named} > used.id`)} one
    )
    select id from used where not exists
      (select from ${sql.table(NAMED_IN[column])} t where t.id = used.id and t.company_id = ${companyId})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The kinds that a rule must have to be found: any of these. */
const isOfKind = (kinds: readonly RuleKind[]): RawBuilder<SqlBool> => {
  const types = kinds.flatMap(({ type, category }) => (category === null ? [type] : []))
  const categories = kinds.flatMap(({ category }) => (category === null ? [] : [category]))
  return sql<SqlBool>`(r.fields ->> 'detectionType' = any(${types}::text[]) or r.fields -> 'categories' ?| ${categories}::text[])`
}

const kindOf = ({ type, categories }: Row, kinds: readonly RuleKind[]): RuleKind | undefined =>
  kinds.find((kind) => (kind.category === null ? kind.type === type : categories.includes(kind.category)))

/**
 * Rules that are switched on and see nothing: no detector in use sees what they look for any more, or their schedule or list was deleted.
 * Those of a feature that the company lost are not among them: nothing that is named here would help.
 */
export async function findBlindRules(tx: Tx, companyId: string, grants: Grants): Promise<BlindRule[]> {
  const kinds = kindsOf(await findCompanyRules(tx, companyId), [])
  const blind = kinds.filter(({ state }) => state === 'needs-detector')
  const schedules = await findGone(tx, companyId, 'schedule_id')
  const lists = await findGone(tx, companyId, 'list_id')
  const reasons = [
    ...(blind.length > 0 ? [isOfKind(blind)] : []),
    ...(schedules.length > 0 ? [sql<SqlBool>`r.schedule_id = any(${schedules}::uuid[])`] : []),
    ...(lists.length > 0 ? [sql<SqlBool>`r.list_id = any(${lists}::uuid[])`] : []),
  ]
  if (reasons.length === 0) return []
  const { rows } = await sql<Row>`
    select r.id, r.fields ->> 'name' as name, r.fields ->> 'detectionType' as type, r.fields -> 'categories' as categories,
      view.id as "viewId", view.name as "viewName", coalesce(r.schedule_id = any(${schedules}::uuid[]), false) as "lacksSchedule"
    from advanced_rule r join view on view.id = r.view_id and view.deleted_at is null
    where r.company_id = ${companyId} and r.active and ${viewInGrants(grants, 'view')}
      and ${isOfKind(kinds.filter(({ state }) => state !== 'locked'))} and (${sql.join(reasons, sql` or `)})
    order by lower(view.name), r.id limit ${NAMED}`.execute(tx)
  return rows.map((row) => {
    const needs = kindOf(row, blind)?.needs ?? null
    const obstacle = needs !== null ? 'detector' : row.lacksSchedule ? 'schedule-deleted' : 'list-deleted'
    return { id: row.id, name: row.name, viewId: row.viewId, viewName: row.viewName, obstacle, needs }
  })
}
