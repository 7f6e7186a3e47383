import type { getHome, ReplyOf } from '@winnow/contract'
import { missingYears, neededYears, type StoredHolidays } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import { siteInGrants, viewInGrants } from '../access/index.ts'
import { isVisible, type Looking } from './template-queries.ts'

type Missing = ReplyOf<typeof getHome>['attention']['missingHolidays'][number]

/** The number of schedules that Home names. */
const NAMED = 20
/** Lists are made once a day, so those of a year that has just become needed are not missing yet. */
const DAY_MS = 86_400_000

interface Row {
  id: string
  name: string
  holidays: StoredHolidays
}

const lacks = (content: RawBuilder<unknown>, years: readonly string[]) =>
  sql`${content} ? 'holidays' and not ${content}->'holidays'->'lists' ?& ${[...years]}::text[]`

/** Schedules that the caller sees and whose linked holidays are not known for a year that is needed by now. */
export async function findMissingHolidays({ tx, actor, now }: Looking): Promise<Missing[]> {
  const then = new Date(now.getTime() - DAY_MS)
  const years = neededYears(then).map(String)
  const { companyId, grants } = actor
  const find = async (kind: Missing['kind'], from: RawBuilder<unknown>): Promise<Missing[]> => {
    const { rows } = await sql<Row>`select ${from} limit ${NAMED}`.execute(tx)
    return rows.flatMap(({ id, name, holidays }) => {
      const missing = missingYears(holidays, then)
      return missing.length === 0 ? [] : [{ kind, id, name, regionId: holidays.region, years: missing }]
    })
  }
  const ofNode = (table: 'site' | 'view') => {
    const own = sql.ref(`${table}.own_schedule`)
    return sql`${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.name`)}, ${own}->'holidays' as holidays from ${sql.table(table)}
      where ${sql.ref(`${table}.company_id`)} = ${companyId} and ${sql.ref(`${table}.deleted_at`)} is null and ${lacks(own, years)}`
  }
  const found = [
    ...(await find(
      'template',
      sql`t.id, t.name, t.content->'holidays' as holidays from schedule_template t
        where t.company_id = ${companyId} and ${lacks(sql`t.content`, years)} and ${isVisible(actor)}`,
    )),
    ...(await find('site', sql`${ofNode('site')} and ${siteInGrants(grants, 'site')}`)),
    ...(await find('view', sql`${ofNode('view')} and ${viewInGrants(grants, 'view')}`)),
  ]
  return found.slice(0, NAMED)
}
