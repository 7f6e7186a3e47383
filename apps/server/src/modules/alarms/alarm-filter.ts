import { RULE_TYPES, type BodyOf, type listAlarms, type QueryOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { inGrants } from '../access/index.ts'
import { TAMPERING } from '../tampering/index.ts'
import { windowConditions, type AskedWindow } from './list-window.ts'

export type AlarmQuery = QueryOf<typeof listAlarms> & Pick<AskedWindow, 'zones'>

/** The alarms to search: those of the nodes that a request names, or those that it names itself. */
export type AlarmBody = Omit<BodyOf<typeof listAlarms>, 'filters'> & {
  /** A further condition on the camera, on alias `a`. */
  among?: RawBuilder<SqlBool>
}
type ObjectClass = NonNullable<AlarmQuery['objectType']>[number]

const all = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql.join<SqlBool>(conditions, sql` and `)

// PostgreSQL uses a partial index only where the query repeats its condition literally. It does not recognise `not x`.
const LABEL: Record<AlarmQuery['label'], RawBuilder<SqlBool> | undefined> = {
  all: undefined,
  true: sql`a.ground_truth = true`,
  false: sql`(a.ground_truth is not null and a.ground_truth = false)`,
  unlabelled: sql`a.ground_truth is null`,
}

const OPERATOR: Record<AlarmQuery['filter'], RawBuilder<SqlBool> | undefined> = {
  all: undefined,
  true: sql`a.cus_ground_truth = true`,
  false: sql`(a.cus_ground_truth is not null and a.cus_ground_truth = false)`,
  unreviewed: sql`a.cus_ground_truth is null`,
}

/**
 * Up to this number of values, PostgreSQL estimates how many rows each has. Beyond it that takes longer than the query: 0.2 s for 10,000
 * cameras, and six times as long where the query is divided by classes.
 */
const ESTIMATED = 1_000

/** Compares a single value with `=`, so that an index whose next column is the id returns the rows in the order of the list. */
function oneOf(column: string, type: 'uuid' | 'text', wanted: readonly string[]): RawBuilder<SqlBool> {
  const name = sql.ref(`a.${column}`)
  if (wanted.length === 1) return sql<SqlBool>`${name} = ${wanted[0]}`
  if (wanted.length > ESTIMATED)
    return sql<SqlBool>`(${name} in (select unnest(${[...wanted]}::${sql.raw(type)}[]))) is true`
  return sql<SqlBool>`${name} = any(${[...wanted]}::${sql.raw(type)}[])`
}

/** Leaves out alarms that were not analysed because, for example, their camera was paused (`outside`), unless the query asks for them. */
function verdictCondition({ verdict: wanted = [], objectType }: AlarmQuery): RawBuilder<SqlBool> | undefined {
  // Only decided alarms have classes.
  if (wanted.length === 0) return objectType?.length ? undefined : sql<SqlBool>`a.outside is null`
  const verdicts = wanted.filter((verdict) => verdict !== 'waiting' && verdict !== 'outside')
  const any = [
    ...(verdicts.length > 0 ? [oneOf('verdict', 'text', verdicts)] : []),
    ...(wanted.includes('waiting') ? [sql<SqlBool>`(a.verdict is null and a.outside is null)`] : []),
    ...(wanted.includes('outside') ? [sql<SqlBool>`a.outside is not null`] : []),
  ]
  return sql<SqlBool>`(${sql.join(any, sql` or `)})`
}

/**
 * The class is written into the SQL, not passed as a parameter. Each class has a partial index, which PostgreSQL chooses by this exact
 * condition.
 */
function classCondition(wanted: readonly ObjectClass[]): RawBuilder<SqlBool> {
  const each = [...new Set(wanted)].map((name) => sql<SqlBool>`a.classes @> ${sql.lit(`{${name}}`)}::text[]`)
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

const OF_RULES: ReadonlySet<string> = new Set(RULE_TYPES)

/** No alarm is `idle`. The condition for types of rules repeats that of their partial index. */
function typeCondition(wanted: NonNullable<AlarmQuery['alarmTypes']>): RawBuilder<SqlBool> {
  const ofRules = wanted.filter((type) => OF_RULES.has(type))
  const others = wanted.filter((type) => !OF_RULES.has(type))
  const events = others.flatMap((type) => (type === 'tampering' ? TAMPERING : [type]))
  const any = [
    ...(others.length > 0 ? [oneOf('event_type', 'text', [...new Set(events)])] : []),
    ...(wanted.includes('detect') ? [sql<SqlBool>`a.classes <> '{}'`] : []),
    ...(ofRules.length > 0 ? [sql<SqlBool>`(a.rule_types <> '{}' and a.rule_types && ${ofRules}::text[])`] : []),
  ]
  return sql<SqlBool>`(${sql.join(any, sql` or `)})`
}

/**
 * The condition for the alarms that the caller may see. If the request names nodes, the gate has already checked each of them. The
 * condition is then written so that PostgreSQL uses no index for it. PostgreSQL assumes that a site and its client are statistically
 * independent, and would read all alarms of both and sort them.
 */
function grantsCondition(grants: Grants, body: AlarmBody): RawBuilder<SqlBool> | undefined {
  if (grants.all) return undefined
  const condition = inGrants(grants, 'a')
  const asked = [body.projects, body.sites, body.cameras].some((ids) => ids?.length)
  return asked ? sql<SqlBool>`(${condition}) is true` : condition
}

/**
 * The condition of the alarm list on alias `a`. It does not depend on the number of alarms.
 * @throws AppError VALIDATION for an impossible time window
 */
export function alarmConditions(
  companyId: string,
  grants: Grants,
  query: AlarmQuery,
  body: AlarmBody,
): RawBuilder<SqlBool> {
  const conditions: (RawBuilder<SqlBool> | undefined)[] = [
    sql<SqlBool>`a.company_id = ${companyId}`,
    grantsCondition(grants, body),
    ...windowConditions(query),
    body.among,
    body.projects?.length ? oneOf('project_id', 'uuid', body.projects) : undefined,
    body.sites?.length ? oneOf('site_id', 'uuid', body.sites) : undefined,
    body.cameras?.length ? oneOf('view_id', 'uuid', body.cameras) : undefined,
    body.alarms?.length ? sql<SqlBool>`a.id = any(${body.alarms}::uuid[])` : undefined,
    verdictCondition(query),
    LABEL[query.label],
    OPERATOR[query.filter],
    query.reason?.length ? oneOf('label_reason', 'text', query.reason) : undefined,
    query.overdueAt
      ? sql<SqlBool>`a.verdict is null and a.outside is null and a.deadline_at < ${new Date(query.overdueAt)}`
      : undefined,
    query.objectType?.length ? classCondition(query.objectType) : undefined,
    query.alarmTypes?.length ? typeCondition(query.alarmTypes) : undefined,
    // No area of a camera's picture has a name.
    query.area === undefined ? undefined : sql<SqlBool>`false`,
    query.notes === undefined
      ? undefined
      : query.notes
        ? sql<SqlBool>`a.note_count > 0`
        : sql<SqlBool>`a.note_count = 0`,
    query.includeTests ? undefined : sql<SqlBool>`not a.is_test`,
  ]
  return all(conditions.filter((condition) => condition !== undefined))
}
