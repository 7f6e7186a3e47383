import type { ResponseFigures } from '@winnow/contract'
import { EDGES_MS, percentileOf, type Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { NOTHING } from '../../platform/http/gate.ts'
import { siteGranted } from '../access/index.ts'
import type { Days } from './asked-days.ts'

/** Whose times are asked for, by whom. */
export interface Asked {
  companyId: string
  grants: Grants
  siteId?: string | undefined
  receiverId?: string | undefined
  days: Days
}

/** Sums as they are read. */
export interface SumRow {
  acknowledged: number
  kept: number
  given_up: number
  late_analysis: number
  late_waiting: number
  late_receiver: number
  spread: number[]
}

/** Messages that did not keep the goal. */
export const LATE = sql`sum(acknowledged - kept + given_up)`

const spread = sql`array[${sql.join(Array.from({ length: EDGES_MS.length + 1 }, (_, n) => sql`sum(spread[${sql.lit(n + 1)}])`))}]::integer[]`

/** SQL that adds up the rows of `response_day`. */
export const SUMS = sql`sum(acknowledged)::integer as acknowledged, sum(kept)::integer as kept, sum(given_up)::integer as given_up,
  sum(late_analysis)::integer as late_analysis, sum(late_waiting)::integer as late_waiting,
  sum(late_receiver)::integer as late_receiver, ${spread} as spread`

/** SQL condition on two columns with ids: the site and the receiver are those that are asked for, and the caller sees the site as a whole. */
export const isOfAsked = (
  { grants, siteId, receiverId }: Asked,
  column: { site: RawBuilder<unknown>; receiver: RawBuilder<unknown> },
): RawBuilder<SqlBool> => sql<SqlBool>`
  ${siteId === undefined ? sql`true` : sql`${column.site} = ${siteId}`}
  and ${receiverId === undefined ? sql`true` : sql`${column.receiver} = ${receiverId}`}
  and ${grants.all ? sql`true` : sql`${column.site} in (select s.id from site s where ${siteGranted(grants, 's')})`}`

/**
 * The rows of `response_day` that are asked for.
 * @param whole whether the rows of the company as a whole will do, which are fewer than those of its receivers
 */
export function rowsAsked(asked: Asked, whole: boolean): RawBuilder<SqlBool> {
  const { companyId, grants, siteId, receiverId, days } = asked
  const isNarrow = siteId !== undefined || receiverId !== undefined || !grants.all
  return sql<SqlBool>`company_id = ${companyId} and day between ${days.since}::date and ${days.till}::date
    and ${whole && !isNarrow ? sql`receiver_id = ${NOTHING}` : sql`receiver_id <> ${NOTHING}`}
    and ${isOfAsked(asked, { site: sql`site_id`, receiver: sql`receiver_id` })}`
}

/** Sums as they stand in a reply. */
export function presentFigures(row: SumRow | undefined): ResponseFigures {
  const { acknowledged = 0, kept = 0, given_up: givenUp = 0 } = row ?? {}
  const measured = acknowledged + givenUp
  const ms = (share: number) => {
    const estimate = percentileOf(row?.spread ?? [], share)
    return estimate === null ? null : Math.round(estimate)
  }
  return {
    measured,
    kept,
    keptShare: measured === 0 ? null : kept / measured,
    late: {
      analysis: row?.late_analysis ?? 0,
      waiting: row?.late_waiting ?? 0,
      receiver: row?.late_receiver ?? 0,
      givenUp,
    },
    p50Ms: ms(0.5),
    p95Ms: ms(0.95),
  }
}
