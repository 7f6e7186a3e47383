import type { getHome, ReplyOf, RuleCapability } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { viewInGrants } from '../access/index.ts'
import { kindsOf } from './rule-kinds.ts'
import { findCompanyRules } from './surroundings.ts'

type BlindRules = ReplyOf<typeof getHome>['attention']['blindRules']

/** The number of rules that Home names. */
const NAMED = 20

/** Rules that are switched on and see nothing, because no detector in use sees what they look for any more. */
export async function findBlindRules(tx: Tx, companyId: string, grants: Grants): Promise<BlindRules> {
  const blind = kindsOf(await findCompanyRules(tx, companyId), []).filter(({ state }) => state === 'needs-detector')
  if (blind.length === 0) return []
  const types = blind.flatMap(({ type, category }) => (category === null ? [type] : []))
  const categories = blind.flatMap(({ category }) => (category === null ? [] : [category]))
  const { rows } = await sql<{
    id: string
    name: string
    type: string
    categories: string[]
    viewId: string
    viewName: string
  }>`
    select r.id, r.fields ->> 'name' as name, r.fields ->> 'detectionType' as type, r.fields -> 'categories' as categories,
      view.id as "viewId", view.name as "viewName"
    from advanced_rule r join view on view.id = r.view_id and view.deleted_at is null
    where r.company_id = ${companyId} and r.active and ${viewInGrants(grants, 'view')}
      and (r.fields ->> 'detectionType' = any(${types}::text[]) or r.fields -> 'categories' ?| ${categories}::text[])
    order by lower(view.name), r.id limit ${NAMED}`.execute(tx)
  const needsOf = (row: (typeof rows)[number]): RuleCapability | undefined =>
    blind.find(({ type, category }) => (category === null ? type === row.type : row.categories.includes(category)))
      ?.needs ?? undefined
  return rows.flatMap((row) => {
    const needs = needsOf(row)
    return needs === undefined
      ? []
      : [{ id: row.id, name: row.name, viewId: row.viewId, viewName: row.viewName, needs }]
  })
}
