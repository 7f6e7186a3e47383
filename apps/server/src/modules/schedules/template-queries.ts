import type { ScheduleTemplate, Utilisation } from '@winnow/contract'
import type { StoredSchedule } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { containsPattern, siteInGrants, viewInGrants, writableOf } from '../access/index.ts'
import { fromStored } from './stored-content.ts'

/** The sites and cameras that follow template `t`, as subqueries' bodies. */
const SITES = sql`from site where site.company_id = t.company_id and site.schedule_id = t.id and site.deleted_at is null`
const VIEWS = sql`from view where view.company_id = t.company_id and view.schedule_id = t.id and view.deleted_at is null`

/** The rules that go by template `t`, with their cameras. */
const RULES = sql`from advanced_rule r join view on view.id = r.view_id
  where r.company_id = t.company_id and r.schedule_id = t.id and view.deleted_at is null`

/** The caller sees template `t`: they see everything, made it, or see a node that follows it. */
export function isVisible({ grants, userId }: Pick<Actor, 'grants' | 'userId'>): RawBuilder<SqlBool> {
  if (grants.all) return sql<SqlBool>`true`
  return sql<SqlBool>`(t.created_by = ${userId} or exists (select ${SITES} and ${siteInGrants(grants, 'site')})
    or exists (select ${VIEWS} and ${viewInGrants(grants, 'view')})
    or exists (select ${RULES} and ${viewInGrants(grants, 'view')}))`
}

/** Whether the caller may change every follower of template `t`. The cameras of a site are changed with it, so the site itself must be theirs. */
function mayChangeAll({ grants, permissions }: Actor): RawBuilder<SqlBool> {
  if (!permissions.has('schedule.write')) return sql<SqlBool>`false`
  if (grants.all) return grants.permission === 'write' ? sql<SqlBool>`true` : sql<SqlBool>`false`
  const writable = writableOf(grants)
  return sql<SqlBool>`(not exists (select ${SITES} and not ${siteInGrants(writable, 'site')})
    and not exists (select ${VIEWS} and not ${viewInGrants(writable, 'view')})
    and not exists (select ${RULES} and not ${viewInGrants(writable, 'view')}))`
}

interface Row {
  id: string
  name: string
  content: StoredSchedule
  version: number
  changed_at: Date
  changed_by: string
  sites: number
  views: number
  rules: number
  writable: boolean
}

const columns = (actor: Actor) => sql`t.id, t.name, t.content, t.version, t.changed_at, t.changed_by,
  (select count(*)::int ${SITES}) as sites, (select count(*)::int ${VIEWS}) as views,
  (select count(*)::int ${RULES}) as rules, ${mayChangeAll(actor)} as writable`

const present = (row: Row, now: Date): ScheduleTemplate => ({
  id: row.id,
  name: row.name,
  ...fromStored(row.content, now),
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
  utilisation: { sites: row.sites, views: row.views, rules: row.rules },
  permission: row.writable ? 'write' : 'read',
})

/** Who looks at templates, and when: which lists of holidays are missing depends on it. */
export interface Looking {
  tx: Tx
  actor: Actor
  now: Date
}

/** The templates with these ids that the caller sees, by name. */
export async function findTemplates({ tx, actor, now }: Looking, ids: readonly string[]): Promise<ScheduleTemplate[]> {
  const { rows } = await sql<Row>`
    select ${columns(actor)} from schedule_template t
    where t.company_id = ${actor.companyId} and t.id = any(${[...ids]}::uuid[]) and ${isVisible(actor)}
    order by lower(t.name), t.id`.execute(tx)
  return rows.map((row) => present(row, now))
}

/** @throws AppError NOT_FOUND for a template that the caller does not see */
export async function getTemplate(looking: Looking, id: string): Promise<ScheduleTemplate> {
  const [template] = await findTemplates(looking, [id])
  if (!template) throw notFound()
  return template
}

interface Page {
  filters?: string | undefined
  page: number
  limit: number
}

/** One page of the templates that the caller sees, by name. */
export async function listTemplates({ tx, actor, now }: Looking, { filters, page, limit }: Page) {
  const named = filters ? sql<SqlBool>`lower(t.name) like lower(${containsPattern(filters)})` : sql<SqlBool>`true`
  const found = sql`from schedule_template t where t.company_id = ${actor.companyId} and ${named} and ${isVisible(actor)}`
  const { rows } = await sql<Row>`
    select ${columns(actor)} ${found} order by lower(t.name), t.id limit ${limit} offset ${page * limit}`.execute(tx)
  const counted = await sql<{ n: number }>`select count(*)::int as n ${found}`.execute(tx)
  return { rows: rows.map((row) => present(row, now)), count: counted.rows[0]?.n ?? 0, countIsExact: true, page, limit }
}

/** Locks templates in the order of their ids, so that a concurrent change waits and then sees this one. */
export async function lockTemplates(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select id from schedule_template where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)
}

/** What is stored of these templates, by their ids. */
export async function storedContents(tx: Tx, ids: readonly string[]): Promise<Map<string, StoredSchedule>> {
  const { rows } = await sql<{ id: string; content: StoredSchedule }>`
    select id, content from schedule_template where id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, content }) => [id, content]))
}

export const sumOf = (templates: readonly ScheduleTemplate[]): Utilisation => ({
  sites: templates.reduce((sum, { utilisation }) => sum + utilisation.sites, 0),
  views: templates.reduce((sum, { utilisation }) => sum + utilisation.views, 0),
  rules: templates.reduce((sum, { utilisation }) => sum + utilisation.rules, 0),
})
